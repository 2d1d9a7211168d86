import ApartmentOutlined from '@ant-design/icons-svg/es/asn/ApartmentOutlined';
import AppstoreOutlined from '@ant-design/icons-svg/es/asn/AppstoreOutlined';
import BellOutlined from '@ant-design/icons-svg/es/asn/BellOutlined';
import CloudUploadOutlined from '@ant-design/icons-svg/es/asn/CloudUploadOutlined';
import ControlOutlined from '@ant-design/icons-svg/es/asn/ControlOutlined';
import DashboardOutlined from '@ant-design/icons-svg/es/asn/DashboardOutlined';
import DatabaseOutlined from '@ant-design/icons-svg/es/asn/DatabaseOutlined';
import BarChartOutlined from '@ant-design/icons-svg/es/asn/BarChartOutlined';
import FolderOpenOutlined from '@ant-design/icons-svg/es/asn/FolderOpenOutlined';
import HomeOutlined from '@ant-design/icons-svg/es/asn/HomeOutlined';
import LineChartOutlined from '@ant-design/icons-svg/es/asn/LineChartOutlined';
import MoneyCollectOutlined from '@ant-design/icons-svg/es/asn/MoneyCollectOutlined';
import SettingOutlined from '@ant-design/icons-svg/es/asn/SettingOutlined';
import SunOutlined from '@ant-design/icons-svg/es/asn/SunOutlined';
import TeamOutlined from '@ant-design/icons-svg/es/asn/TeamOutlined';
import ThunderboltOutlined from '@ant-design/icons-svg/es/asn/ThunderboltOutlined';
import type { IconDefinition } from '@ant-design/icons-svg/es/types';

const ICONS: readonly [RegExp, IconDefinition][] = [
  [/home/i, HomeOutlined],
  [/statistic/i, BarChartOutlined],
  [/meter/i, ControlOutlined],
  [/dashboard|monitor|gauge|overview/i, DashboardOutlined],
  [/chart|analy/i, LineChartOutlined],
  [/tariff|price|cost|money|bill/i, MoneyCollectOutlined],
  [/solar/i, SunOutlined],
  [/storage|pv|power|energy|thunder|bolt/i, ThunderboltOutlined],
  [/upload|reporting/i, CloudUploadOutlined],
  [/communic|collect|control/i, ControlOutlined],
  [/archive|folder|equip|ledger/i, FolderOpenOutlined],
  [/report|data/i, DatabaseOutlined],
  [/user|team|account|customer|operat/i, TeamOutlined],
  [/alarm|alert|bell|event/i, BellOutlined],
  [/org|tree|apart/i, ApartmentOutlined],
  [/sys|sett|config|base/i, SettingOutlined],
];

/** The icon of a menu group by its `iconName`, or its function code where that says nothing. */
export function menuIcon(iconName: string | null, funCode: string): IconDefinition {
  for (const name of [iconName ?? '', funCode]) {
    const found = ICONS.find(([pattern]) => name && pattern.test(name));
    if (found) return found[1];
  }
  return AppstoreOutlined;
}
