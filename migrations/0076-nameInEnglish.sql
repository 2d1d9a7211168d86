-- Names in English beside those that come with the product (decision 100); filled where nobody renamed the row.
alter table "data_item" add column "data_item_name_en" text;

alter table "consumer_unit_type" add column "unit_type_name_en" text;

alter table "unit_type" add column "unit_type_name_en" text;

alter table "monitor_object_type" add column "type_name_en" text;

alter table "monitor_type_extend" add column "extend_name_en" text;

alter table "monitor_type_data" add column "data_name_en" text;

alter table "data_classify" add column "data_sub_type_name_en" text;

alter table "org_role" add column "role_name_en" text;

alter table "admin_area" add column "area_name_en" text;

alter table "industry" add column "industry_name_en" text;

update data_item t set data_item_name_en = v.english from (values
  ('PP', '正向有功总电能', 'Forward active register'),
  ('PP1', '正向有功尖电能', 'Forward active register, sharp'),
  ('PP2', '正向有功峰电能', 'Forward active register, peak'),
  ('PP3', '正向有功平电能', 'Forward active register, flat'),
  ('PP4', '正向有功谷电能', 'Forward active register, valley'),
  ('RP', '反向有功总电能', 'Reverse active register'),
  ('QI', '感性无功电能', 'Lagging reactive register'),
  ('QO', '容性无功电能', 'Leading reactive register'),
  ('PZ', '总有功功率', 'Active power'),
  ('PA', 'A相有功功率', 'Active power, phase A'),
  ('PB', 'B相有功功率', 'Active power, phase B'),
  ('PC', 'C相有功功率', 'Active power, phase C'),
  ('QZ', '总无功功率', 'Reactive power'),
  ('SZ', '总视在功率', 'Apparent power'),
  ('FZ', '总功率因数', 'Power factor'),
  ('IA', 'A相电流', 'Current, phase A'),
  ('IB', 'B相电流', 'Current, phase B'),
  ('IC', 'C相电流', 'Current, phase C'),
  ('UA', 'A相电压', 'Voltage, phase A'),
  ('UB', 'B相电压', 'Voltage, phase B'),
  ('UC', 'C相电压', 'Voltage, phase C'),
  ('FR', '频率', 'Frequency'),
  ('MD', '表内最大需量', 'The meter''s own maximum demand'),
  ('FL', '瞬时流量', 'Flow'),
  ('T1', '供水温度', 'Supply temperature'),
  ('T2', '回水温度', 'Return temperature'),
  ('PR', '压力', 'Pressure'),
  ('SOC', '荷电状态', 'State of charge')
) as v(code, name, english)
where t.data_code = v.code and t.data_item_name = v.name;

update data_classify t set data_sub_type_name_en = v.english from (values
  ('E01', '电', 'Electricity'),
  ('E02', '水', 'Water'),
  ('E09', '中水', 'Reclaimed water'),
  ('E04', '天然气', 'Natural gas'),
  ('E05', '供热', 'Heat supply'),
  ('E06', '供冷', 'Cooling supply'),
  ('E07', '人工煤气', 'Artificial gas'),
  ('E08', '柴油', 'Diesel'),
  ('E11', '蒸汽', 'Steam'),
  ('E12', '压缩空气', 'Compressed air'),
  ('E13', '原煤', 'Raw coal'),
  ('E14', '煤粉', 'Coal powder'),
  ('E15', '产量', 'Output'),
  ('E16', '原料', 'Raw material'),
  ('E17', '热力', 'Thermal power'),
  ('E18', '指标', 'Index'),
  ('E19', '系数', 'Coefficient'),
  ('E20', '费用', 'Cost'),
  ('E10', '其他', 'Other')
) as v(code, name, english)
where t.data_sub_type_code = v.code and t.data_sub_type_name = v.name;

update consumer_unit_type t set unit_type_name_en = v.english from (values
  ('workshop', '车间', 'Workshop'),
  ('process', '工序', 'Process'),
  ('building', '建筑', 'Building'),
  ('team', '班组', 'Team'),
  ('utility', '公用工程', 'Utilities')
) as v(code, name, english)
where t.unit_type_code = v.code and t.unit_type_name = v.name;

update unit_type t set unit_type_name_en = v.english from (values
  ('transformer', '变压器', 'Transformer'),
  ('boiler', '锅炉', 'Boiler'),
  ('chiller', '冷水机组', 'Chiller'),
  ('compressor', '空气压缩机', 'Air compressor'),
  ('pump', '水泵', 'Water pump'),
  ('fan', '风机', 'Fan')
) as v(code, name, english)
where t.unit_type_code = v.code and t.unit_type_name = v.name;

update monitor_object_type t set type_name_en = v.english from (values
  ('station', '站点', 'Station'),
  ('switchRoom', '配电室', 'Switch room'),
  ('workshop', '车间', 'Workshop'),
  ('floor', '楼层', 'Floor'),
  ('transformer', '变压器', 'Transformer'),
  ('cabinet', '开关柜', 'Switchgear'),
  ('feeder', '馈线', 'Feeder'),
  ('compressor', '空气压缩机', 'Air compressor'),
  ('chiller', '冷水机组', 'Chiller'),
  ('boiler', '锅炉', 'Boiler'),
  ('meterGroup', '表计组', 'Group of meters')
) as v(code, name, english)
where t.type_code = v.code and t.type_name = v.name;

update monitor_type_extend t set extend_name_en = v.english from (values
  ('ratedCapacity', '额定容量', 'Rated capacity'),
  ('voltageRatio', '电压比', 'Voltage ratio'),
  ('cooling', '冷却方式', 'Cooling'),
  ('ratedCurrent', '额定电流', 'Rated current'),
  ('ratedFlow', '额定排气量', 'Rated flow'),
  ('pressure', '排气压力', 'Discharge pressure'),
  ('variableSpeed', '变频', 'Variable speed'),
  ('ratedCooling', '额定制冷量', 'Rated cooling capacity'),
  ('ratedSteam', '额定蒸发量', 'Rated steam output')
) as v(code, name, english)
where t.extend_code = v.code and t.extend_name = v.name;

update monitor_type_data set data_name_en = 'Load and energy' where data_name = '负荷与电量';
update monitor_type_data set data_name_en = 'Power and energy' where data_name = '功率与电量';

update org_role t set role_name_en = v.english from (values
  ('operator', '平台运营', 'Platform operation'),
  ('enterprise', '企业用户', 'Enterprise user')
) as v(code, name, english)
where t.role_code = v.code and t.role_name = v.name;
