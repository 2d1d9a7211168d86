/** A clause of the check list that a new plan begins with: number, requirement in both languages, 1 documents, 2 on site. */
export interface Clause {
  readonly clauseNo: string;
  readonly zh: string;
  readonly en: string;
  readonly method: '1' | '2';
}

const clause = (clauseNo: string, method: '1' | '2', zh: string, en: string): Clause => ({
  clauseNo,
  zh,
  en,
  method,
});

/**
 * The usual check list by the chapters of JJF 1356: 4 management, 5 staff, 6 instruments, 7 data, 8 self-inspection.
 * The wording is a summary in the product's own words; the authority's list may be put in its place.
 */
export const USUAL_CLAUSES: readonly Clause[] = [
  clause(
    '4.1',
    '1',
    '明确能源计量主管领导、管理部门和职责',
    'A leader, a department and duties for energy metering are named',
  ),
  clause('4.2', '1', '建立能源计量管理制度并形成文件', 'Rules for energy metering exist in writing'),
  clause('4.3', '2', '管理制度得到实施并保留记录', 'The rules are followed, and records are kept'),
  clause('5.1', '1', '配备满足需要的能源计量工作人员', 'There is enough staff for energy metering'),
  clause('5.2', '1', '计量人员经培训并具备相应能力', 'The staff is trained and able'),
  clause('6.1', '1', '建立能源计量器具一览表和档案', 'There are a list and files of all energy meters'),
  clause(
    '6.2',
    '2',
    '进出用能单位计量器具配备率符合 GB 17167',
    'Meters in and out of the unit are there as GB 17167 asks',
  ),
  clause(
    '6.3',
    '2',
    '主要次级用能单位计量器具配备率符合 GB 17167',
    'Meters of main secondary units are there as GB 17167 asks',
  ),
  clause(
    '6.4',
    '2',
    '主要用能设备计量器具配备率符合 GB 17167',
    'Meters of main devices are there as GB 17167 asks',
  ),
  clause('6.5', '1', '计量器具准确度等级符合要求', 'Meters have the accuracy classes that are asked for'),
  clause('6.6', '1', '计量器具按周期检定或校准并有标识', 'Meters are verified in time and marked'),
  clause('6.7', '1', '量值溯源关系明确并有框图', 'The traceability of values is clear and drawn'),
  clause(
    '7.1',
    '1',
    '建立能源计量数据采集与统计制度',
    'Rules for collecting and summing up metering data exist',
  ),
  clause('7.2', '2', '能源计量数据真实、完整并可追溯', 'Metering data are true, complete and traceable'),
  clause(
    '7.3',
    '2',
    '利用计量数据进行能耗分析与改进',
    'Metering data are used to analyse and improve consumption',
  ),
  clause(
    '7.4',
    '1',
    '编制能源购进、消费与库存情况表',
    'The table of purchases, consumption and stock is drawn up',
  ),
  clause('8.1', '1', '定期开展能源计量自查', 'Energy metering is inspected by the unit itself at intervals'),
  clause('8.2', '1', '对发现的问题进行整改并验证', 'What is found is rectified and verified'),
];
