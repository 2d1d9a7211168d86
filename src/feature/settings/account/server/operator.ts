import { ACCOUNT } from '#contract/accountType.ts';
import * as z from 'zod';
import type { dataTableSchema } from '#contract/dataTable.ts';
import { wordList, yesNo } from '#contract/param.ts';
import { orgEmployee } from '#resource/sys/orgEmployee.ts';
import { dataTableParam as dataTable } from '#server/resource/dataTableParam.ts';
import { exportRows, importTemplate } from '#server/resource/excel.ts';
import { importFile } from '#server/resource/importing/route.ts';
import { conditionOf, orderOf, pageOfRows } from '#server/resource/query.ts';
import { defineRoute } from '#server/route.ts';

/** The people who run the platform: accounts of type 1 (specification 3 section 7, "operator management"). */
const OPERATORS = [{ field: 'accountType', op: 'eq' as const, value: '1' }];

const operators = {
  ...orgEmployee,
  fields: {
    ...orgEmployee.fields,
    accountType: { ...orgEmployee.fields.accountType, initial: ACCOUNT.operator },
  },
};

const conditionOfOperators = (table: z.output<typeof dataTableSchema>) =>
  conditionOf(orgEmployee, { ...table, filters: [...table.filters, ...OPERATORS] });

const getOperators = defineRoute({
  method: 'GET',
  path: '/api/sys/operator/getdatatable',
  summary: { zh: '运营人员：表格', en: 'Operators: table' },
  permission: 'sys.operator.view',
  params: z.object({ dataTable }),
  row: orgEmployee,
  example: {},
  handler: ({ trx, params, language }) =>
    pageOfRows(
      trx,
      orgEmployee,
      conditionOfOperators(params.dataTable),
      orderOf(orgEmployee, params.dataTable.sorter),
      params.dataTable,
      language,
    ),
});

const exportOperators = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/sys/operator/export',
  summary: { zh: '运营人员：导出', en: 'Operators: export' },
  permission: 'sys.operator.export',
  params: z.object({
    dataTable,
    fieldName: wordList().default([]),
    format: z.enum(['xlsx', 'csv']).default('xlsx'),
  }),
  example: {},
  handler: ({ trx, params, language }) =>
    exportRows(
      trx,
      orgEmployee,
      conditionOfOperators(params.dataTable),
      orderOf(orgEmployee, params.dataTable.sorter),
      { columns: params.fieldName, format: params.format, language },
    ),
});

const operatorTemplate = defineRoute({
  method: 'DOWNLOAD',
  path: '/api/sys/operator/template',
  summary: { zh: '运营人员：导入模板', en: 'Operators: import template' },
  permission: 'sys.operator.import',
  params: z.object({}),
  example: {},
  handler: ({ language }) => importTemplate(operators, language),
});

const importOperators = defineRoute({
  method: 'UPLOAD',
  path: '/api/sys/operator/import',
  summary: { zh: '运营人员：导入', en: 'Operators: import' },
  permission: 'sys.operator.import',
  params: z.object({ dryRun: yesNo().default(false) }),
  example: { dryRun: 1 },
  exampleFile: 'userName,name,accountType,roleIdList\nexample.operator,Example,1,1\n',
  handler: (call) => importFile({ ...call, params: { dryRun: call.params.dryRun } }, operators),
});

export const operatorRoutes = [getOperators, exportOperators, operatorTemplate, importOperators];
