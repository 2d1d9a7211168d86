/** Sections and divisions of GB/T 4754-2017 (industrial classification for national economic activities): code, name, after `|` the name in English as statistical yearbooks write it. */
export const INDUSTRIES = `
A 农、林、牧、渔业 | Agriculture, forestry, animal husbandry and fishery
A01 农业 | Agriculture
A02 林业 | Forestry
A03 畜牧业 | Animal husbandry
A04 渔业 | Fishery
A05 农、林、牧、渔专业及辅助性活动 | Professional and support activities for agriculture, forestry, animal husbandry and fishery
B 采矿业 | Mining
B06 煤炭开采和洗选业 | Mining and washing of coal
B07 石油和天然气开采业 | Extraction of petroleum and natural gas
B08 黑色金属矿采选业 | Mining and processing of ferrous metal ores
B09 有色金属矿采选业 | Mining and processing of non-ferrous metal ores
B10 非金属矿采选业 | Mining and processing of non-metal ores
B11 开采专业及辅助性活动 | Professional and support activities for mining
B12 其他采矿业 | Mining of other ores
C 制造业 | Manufacturing
C13 农副食品加工业 | Processing of food from agricultural products
C14 食品制造业 | Manufacture of foods
C15 酒、饮料及精制茶制造业 | Manufacture of liquor, beverages and refined tea
C16 烟草制品业 | Manufacture of tobacco
C17 纺织业 | Manufacture of textiles
C18 纺织服装、服饰业 | Manufacture of textile wearing apparel and accessories
C19 皮革、毛皮、羽毛及其制品和制鞋业 | Manufacture of leather, fur, feather and related products and footwear
C20 木材加工和木、竹、藤、棕、草制品业 | Processing of timber, manufacture of wood, bamboo, rattan, palm and straw products
C21 家具制造业 | Manufacture of furniture
C22 造纸和纸制品业 | Manufacture of paper and paper products
C23 印刷和记录媒介复制业 | Printing and reproduction of recording media
C24 文教、工美、体育和娱乐用品制造业 | Manufacture of articles for culture, education, arts and crafts, sport and entertainment
C25 石油、煤炭及其他燃料加工业 | Processing of petroleum, coal and other fuels
C26 化学原料和化学制品制造业 | Manufacture of raw chemical materials and chemical products
C27 医药制造业 | Manufacture of medicines
C28 化学纤维制造业 | Manufacture of chemical fibres
C29 橡胶和塑料制品业 | Manufacture of rubber and plastics products
C30 非金属矿物制品业 | Manufacture of non-metallic mineral products
C31 黑色金属冶炼和压延加工业 | Smelting and pressing of ferrous metals
C32 有色金属冶炼和压延加工业 | Smelting and pressing of non-ferrous metals
C33 金属制品业 | Manufacture of metal products
C34 通用设备制造业 | Manufacture of general purpose machinery
C35 专用设备制造业 | Manufacture of special purpose machinery
C36 汽车制造业 | Manufacture of automobiles
C37 铁路、船舶、航空航天和其他运输设备制造业 | Manufacture of railway, ship, aerospace and other transport equipment
C38 电气机械和器材制造业 | Manufacture of electrical machinery and apparatus
C39 计算机、通信和其他电子设备制造业 | Manufacture of computers, communication and other electronic equipment
C40 仪器仪表制造业 | Manufacture of measuring instruments and machinery
C41 其他制造业 | Other manufacture
C42 废弃资源综合利用业 | Utilization of waste resources
C43 金属制品、机械和设备修理业 | Repair of metal products, machinery and equipment
D 电力、热力、燃气及水生产和供应业 | Production and supply of electricity, heat, gas and water
D44 电力、热力生产和供应业 | Production and supply of electric power and heat
D45 燃气生产和供应业 | Production and supply of gas
D46 水的生产和供应业 | Production and supply of water
E 建筑业 | Construction
E47 房屋建筑业 | Construction of buildings
E48 土木工程建筑业 | Civil engineering
E49 建筑安装业 | Building installation
E50 建筑装饰、装修和其他建筑业 | Building decoration, renovation and other construction
F 批发和零售业 | Wholesale and retail trades
F51 批发业 | Wholesale trade
F52 零售业 | Retail trade
G 交通运输、仓储和邮政业 | Transport, storage and post
G53 铁路运输业 | Railway transport
G54 道路运输业 | Road transport
G55 水上运输业 | Water transport
G56 航空运输业 | Air transport
G57 管道运输业 | Transport via pipelines
G58 多式联运和运输代理业 | Multimodal transport and transport agency
G59 装卸搬运和仓储业 | Loading, unloading and storage
G60 邮政业 | Post
H 住宿和餐饮业 | Hotels and catering services
H61 住宿业 | Hotels
H62 餐饮业 | Catering services
I 信息传输、软件和信息技术服务业 | Information transmission, software and information technology
I63 电信、广播电视和卫星传输服务 | Telecommunications, radio, television and satellite transmission
I64 互联网和相关服务 | Internet and related services
I65 软件和信息技术服务业 | Software and information technology services
J 金融业 | Financial intermediation
J66 货币金融服务 | Monetary and financial services
J67 资本市场服务 | Capital market services
J68 保险业 | Insurance
J69 其他金融业 | Other financial activities
K 房地产业 | Real estate
K70 房地产业 | Real estate
L 租赁和商务服务业 | Leasing and business services
L71 租赁业 | Leasing
L72 商务服务业 | Business services
M 科学研究和技术服务业 | Scientific research and technical services
M73 研究和试验发展 | Research and experimental development
M74 专业技术服务业 | Professional technical services
M75 科技推广和应用服务 | Science and technology promotion and application services
N 水利、环境和公共设施管理业 | Management of water conservancy, environment and public facilities
N76 水利管理业 | Management of water conservancy
N77 生态保护和环境治理业 | Ecological protection and environmental treatment
N78 公共设施管理业 | Management of public facilities
N79 土地管理业 | Land management
O 居民服务、修理和其他服务业 | Services to households, repair and other services
O80 居民服务业 | Services to households
O81 机动车、电子产品和日用产品修理业 | Repair of motor vehicles, electronics and household goods
O82 其他服务业 | Other services
P 教育 | Education
P83 教育 | Education
Q 卫生和社会工作 | Health and social work
Q84 卫生 | Health
Q85 社会工作 | Social work
R 文化、体育和娱乐业 | Culture, sports and entertainment
R86 新闻和出版业 | News and publishing
R87 广播、电视、电影和影视录音制作业 | Radio, television, film and audio-visual production
R88 文化艺术业 | Culture and arts
R89 体育 | Sports
R90 娱乐业 | Entertainment
S 公共管理、社会保障和社会组织 | Public management, social security and social organizations
S91 中国共产党机关 | Organs of the Communist Party of China
S92 国家机构 | Government agencies
S93 人民政协、民主党派 | People's Political Consultative Conference and democratic parties
S94 社会保障 | Social security
S95 群众团体、社会团体和其他成员组织 | Mass organizations, social groups and other membership organizations
S96 基层群众自治组织及其他组织 | Grass-roots self-governing organizations
T 国际组织 | International organizations
T97 国际组织 | International organizations
`;
