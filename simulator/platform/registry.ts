import { createDecipheriv, randomBytes } from 'node:crypto';

/** A figure as a platform keeps it. */
export interface KnownFigure {
  readonly enterpriseCode: string;
  readonly dataCode: string;
  readonly statType: string;
  readonly statDate: string;
  readonly dataValue: string;
  readonly convertRation: string | null;
  /** How often exactly this value was stored anew: a repeated one is not. */
  readonly stored: number;
}

export interface Said {
  readonly status: number;
  readonly code: number | string;
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>>;
}

type Body = Readonly<Record<string, unknown>>;

const ok = (message: string, data: Readonly<Record<string, unknown>> = {}): Said => ({
  status: 200,
  code: 200,
  message,
  data,
});
const no = (code: number, message: string, data: Readonly<Record<string, unknown>> = {}): Said => ({
  status: 200,
  code,
  message,
  data,
});

interface Enterprise {
  readonly workKey: string;
  password: string | null;
  dataIndex: string | null;
  token: string | null;
  tokenUntil: number;
  readonly items: Map<string, string>;
  readonly rows: Map<string, string>;
}

/** An enterprise is another at each protocol: the two are platforms of different authorities. */
const keyOf = (code: string, protocol: 'A' | 'B'): string => (protocol === 'A' ? code : `B ${code}`);

const two = (n: number): string => String(n).padStart(2, '0');

/** `yyyy-MM-dd HH:mm:ss` on the clock of China, which these platforms keep. */
export function chinaTime(at: number): string {
  const d = new Date(at + 8 * 3_600_000);
  return `${d.getUTCFullYear()}-${two(d.getUTCMonth() + 1)}-${two(d.getUTCDate())} ${two(d.getUTCHours())}:${two(d.getUTCMinutes())}:${two(d.getUTCSeconds())}`;
}

const BEGINS: Readonly<Record<string, RegExp>> = {
  0: /^\d{4}-\d\d-\d\d \d\d:(00|15|30|45):00$/,
  1: /^\d{4}-\d\d-\d\d 00:00:00$/,
  2: /^\d{4}-\d\d-01 00:00:00$/,
  3: /^\d{4}-01-01 00:00:00$/,
};

/** What a provincial platform keeps and what it asks of what it is sent, for both protocols. */
export class Registry {
  readonly #enterprises = new Map<string, Enterprise>();
  readonly #figures = new Map<string, KnownFigure>();
  /** Addresses that it tells instead of its own. */
  addresses: Readonly<Record<string, string>> = {};
  regVersion = '1';
  dicVersion = '3';
  /** How long a key lives, ms. */
  keyMs = 30 * 86_400_000;
  /** It says which value it has where the same arrives again; else it takes it as if it were new. */
  strict = true;
  /** What it refuses, by data code. */
  readonly refusing = new Set<string>();
  /** Keys that it gave out. */
  keys = 0;

  known(): KnownFigure[] {
    return [...this.#figures.values()];
  }

  /** It forgets what it was told. */
  clear(): void {
    this.#enterprises.clear();
    this.#figures.clear();
  }

  /** What it knows of enterprises, to be kept over a restart; figures are not. */
  save(): string {
    return JSON.stringify(
      [...this.#enterprises].map(([code, one]) => [
        code,
        { ...one, items: [...one.items], rows: [...one.rows] },
      ]),
    );
  }

  load(text: string): void {
    type Kept = Omit<Enterprise, 'items' | 'rows'> & { items: [string, string][]; rows: [string, string][] };
    for (const [code, one] of JSON.parse(text) as [string, Kept][])
      this.#enterprises.set(code, { ...one, items: new Map(one.items), rows: new Map(one.rows) });
  }

  /** Every key given out so far is no longer good. */
  expireKeys(): void {
    for (const one of this.#enterprises.values()) one.tokenUntil = 0;
  }

  #of(code: unknown, protocol: 'A' | 'B' = 'A'): Enterprise | undefined {
    return this.#enterprises.get(keyOf(String(code), protocol));
  }

  #enter(code: string, protocol: 'A' | 'B' = 'A'): Enterprise {
    const key = keyOf(code, protocol);
    const known = this.#enterprises.get(key);
    if (known) return known;
    const made: Enterprise = {
      workKey: randomBytes(12).toString('base64url').slice(0, 16),
      password: null,
      dataIndex: null,
      token: null,
      tokenUntil: 0,
      items: new Map(),
      rows: new Map(),
    };
    this.#enterprises.set(key, made);
    return made;
  }

  /** Steps 1, 3 and 4 of protocol A, which need no key. */
  open(path: string, body: Body): Said | null {
    const code = String(body['enterpriseCode'] ?? '');
    if (!/^[0-9A-HJ-NPQRTUWXY]{18}$/.test(code)) return no(1001, '统一社会信用代码不正确');
    if (path === '/enterpriseInfo/rwk') return ok('成功', { secretKey: this.#enter(code).workKey });
    if (path === '/enterpriseInfo/apply' || path === '/enterpriseInfo/update') return this.#apply(code, body);
    if (path === '/requestAK') return this.#key(code, body);
    return null;
  }

  #apply(code: string, body: Body): Said {
    const one = this.#of(code);
    if (!one) return no(1002, '没有工作密钥');
    for (const name of ['cmpName', 'corporationName', 'typeCode', 'industryCode', 'energyConsumeLevel'])
      if (!body[name]) return no(1003, `缺少 ${name}`);
    if (!['1', '2', '3'].includes(String(body['energyConsumeLevel']))) return no(1003, '耗能级别不正确');
    const password = decrypt(String(body['password'] ?? ''), one.workKey, code);
    if (password === null) return no(1004, '密码不能解密');
    one.password = password;
    one.dataIndex ??= randomBytes(16).toString('hex');
    return ok('注册成功', { dataIndex: one.dataIndex });
  }

  #key(code: string, body: Body): Said {
    const one = this.#of(code);
    if (!one?.dataIndex) return no(1002, '未注册');
    if (decrypt(String(body['password'] ?? ''), one.workKey, code) !== one.password)
      return no(1004, '密码不正确');
    one.token = randomBytes(24).toString('base64url');
    one.tokenUntil = Date.now() + this.keyMs;
    this.keys++;
    return ok('成功', {
      token: one.token,
      akValidAt: `${chinaTime(one.tokenUntil)} 000`,
      enterpriseUploadTime: '02:00:00',
    });
  }

  /** Whether a request bears a good key. */
  holds(code: unknown, token: string | null): boolean {
    const one = this.#of(code);
    return one?.token != null && token === one.token && Date.now() < one.tokenUntil;
  }

  /** The steps of protocol A that need a key. */
  behindKey(path: string, body: Body): Said {
    const one = this.#of(body['enterpriseCode']);
    if (!one) return no(1002, '未注册');
    if (path === '/checkVersion')
      return ok('成功', { regVersion: this.regVersion, dicVersion: this.dicVersion });
    if (path === '/platformAccessURL') return ok('成功', this.addresses);
    if (path === '/dataDownload') return this.#list(body);
    if (path === '/dataEnterpriseEnergy') return this.takeFigure(body, 'A');
    const row = /^\/(\w+)\/(add|update|delete)$/.exec(path);
    if (row) return this.#row(one, row[1] ?? '', row[2] ?? '', body);
    return { status: 404, code: 404, message: 'no such path' };
  }

  #list(body: Body): Said {
    if (body['itemIndex'] !== 8) return ok('成功', {});
    const unit = (code: string, name: string, qualityUnit: string, qualityPrecision: number, collectRatio: string) => ({ code, name, qualityUnit, qualityPrecision, collectRatio }); // prettier-ignore
    return ok('成功', {
      EnergyTypeUnitCollectCodes: [
        { code: '0000', name: '综合能耗', complexUnit: '吨标准煤', complexPrecision: 4 },
        unit('3300', '电力', '万千瓦时', 4, '1.229'),
        unit('1500', '天然气', '万立方米', 4, '13.3'),
        unit('3200', '热力', '百万千焦', 2, '0.0341'),
        unit('0900', '焦炭', '吨', 2, '0.9714'),
      ],
    });
  }

  #row(one: Enterprise, resource: string, verb: string, body: Body): Said {
    const dataIndex = verb === 'add' ? randomBytes(16).toString('hex') : String(body['dataIndex'] ?? '');
    if (verb !== 'add' && !one.rows.has(dataIndex)) return no(1005, '记录不存在');
    if (resource === 'dataCollectConfigure') {
      const code = String(body['dataCode'] ?? '');
      if (!/^\d{16}$/.test(code)) return no(1006, '数据编码应为 16 位数字');
      if (this.refusing.has(code)) return no(1012, '采集项未列入清单');
      one.items.set(`${code} ${String(body['statType'])}`, dataIndex);
    }
    one.rows.set(dataIndex, resource);
    return ok('成功', { dataIndex });
  }

  /** Registration and archive of protocol B. */
  registerB(body: Body): Said {
    const code = String(body['enterpriseCode'] ?? '');
    if (!/^[0-9A-HJ-NPQRTUWXY]{18}$/.test(code)) return no(1001, '统一社会信用代码不正确');
    const one = this.#enter(code, 'B');
    one.dataIndex ??= `DEV-${code.slice(2, 8)}-${randomBytes(2).toString('hex')}`;
    return {
      status: 200,
      code: '0',
      message: 'RECEIVE SUCCESS',
      data: { deviceId: one.dataIndex, ...this.addresses },
    };
  }

  infoB(body: Body): Said {
    const one = this.#of(body['enterpriseCode'], 'B');
    if (!one || body['deviceId'] !== one.dataIndex) return no(1002, '未注册');
    const items = Array.isArray(body['collectItemConfig']) ? (body['collectItemConfig'] as Body[]) : [];
    for (const item of items) {
      const parts = ['processCode', 'processUnitCode', 'equipmentCode', 'equipmentUnitCode', 'energyClassCode', 'energyTypeCode', 'dataUsageCode']; // prettier-ignore
      const code = parts.map((part) => String(item[part] ?? '')).join('');
      if (!/^\d{16}$/.test(code)) return no(1006, '数据编码应为 16 位数字');
      one.items.set(`${code} ${String(item['statType'])}`, 'b');
    }
    return { status: 200, code: '0', message: 'RECEIVE SUCCESS' };
  }

  isRegisteredB(body: Body): boolean {
    const one = this.#of(body['enterpriseCode'], 'B');
    return one?.dataIndex != null && one.dataIndex === body['deviceId'];
  }

  /** Takes one figure, as strictly as the interface is written. */
  takeFigure(body: Body, protocol: 'A' | 'B'): Said {
    const code = String(body['dataCode'] ?? '').replaceAll('-', '');
    const [statType, statDate, value] = [body['statType'], body['statDate'], body['dataValue']].map(String);
    const fault = this.#faultOf(body, code, protocol);
    if (fault) return fault;
    const enterpriseCode = String(body['enterpriseCode']);
    const key = [keyOf(enterpriseCode, protocol), code, statType, statDate].join(' ');
    const known = this.#figures.get(key);
    const same = known !== undefined && Number(known.dataValue) === Number(value);
    const told = { platformTime: chinaTime(Date.now()), receiptNo: `R-${this.#figures.size + 1}` };
    if (same)
      return this.strict
        ? no(1007, '重复上报', { ...told, dataValue: known.dataValue })
        : ok('接收成功', told);
    const ratio = body['convertRation'];
    this.#figures.set(key, {
      enterpriseCode,
      dataCode: code,
      statType: statType ?? '',
      statDate: statDate ?? '',
      dataValue: value ?? '',
      convertRation: ratio === undefined ? null : String(ratio),
      stored: (known?.stored ?? 0) + 1,
    });
    return ok(known ? '更新成功' : '接收成功', told);
  }

  #faultOf(body: Body, code: string, protocol: 'A' | 'B'): Said | null {
    const one = this.#of(body['enterpriseCode'], protocol);
    const [statType, statDate, value] = [body['statType'], body['statDate'], body['dataValue']].map(String);
    if (!/^\d{16}$/.test(code)) return no(1006, '数据编码应为 16 位数字');
    if (
      protocol === 'A' &&
      (body['regVersion'] !== this.regVersion || body['dicVersion'] !== this.dicVersion)
    )
      return no(1008, '版本不一致');
    if (!one?.items.has(`${code} ${statType}`)) return no(1009, '未知的采集项');
    if (this.refusing.has(code)) return no(1012, '超平台上限');
    if (!/^-?\d+(\.\d+)?$/.test(value ?? '') || (value ?? '').length > 15) return no(1010, '数值格式不正确');
    if (!BEGINS[statType ?? '']?.test(statDate ?? '')) return no(1011, '统计时间不是周期开始');
    if (Date.parse(`${(statDate ?? '').replace(' ', 'T')}+08:00`) > Date.now())
      return no(1013, '统计时间在未来');
    if (protocol === 'A' && !/^\d+(\.\d+)?$/.test(String(body['convertRation'])))
      return no(1014, '缺少折标系数');
    return null;
  }
}

/** The password behind its block, by SM4 as the interface has it; null where it cannot be read. */
function decrypt(hex: string, workKey: string, enterpriseCode: string): string | null {
  if (!/^[0-9a-f]{32}$/i.test(hex)) return null;
  try {
    const decipher = createDecipheriv(
      'sm4-cbc',
      workKey.slice(0, 16),
      enterpriseCode.slice(0, 16),
    ).setAutoPadding(false);
    const block = decipher.update(hex, 'hex', 'latin1') + decipher.final('latin1');
    const length = Number(block.slice(0, 2));
    return length >= 1 && length <= 14 && /^F*$/.test(block.slice(2 + length))
      ? block.slice(2, 2 + length)
      : null;
  } catch {
    return null;
  }
}
