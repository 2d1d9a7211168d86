import { queryOptions } from '@tanstack/react-query';
import type { Page } from '#contract/envelope.ts';
import { get, post, upload } from '#web/api.ts';
import { queryClient } from '#web/api/queryClient.ts';
import { refreshTasks } from '#web/shell/task.ts';
import type { Analysis, Mapping, StatedRange } from '../contract.ts';
import type { MeterFacts } from '../domain/meterFacts.ts';

const AREA = 'sdata/importData';

/** A meter that data may be entered for. */
export interface InputMeter extends MeterFacts {
  readonly dataType: string;
  readonly zone: string;
}

/** One line of the list of imports and entries. */
export interface ImportRecord {
  readonly importDataId: number;
  readonly kind: 'import' | 'person';
  readonly state: 'writing' | 'done' | 'failed' | 'stopped' | 'undone';
  /** 1 counts, 2 undone, 0 neither. */
  readonly status: 0 | 1 | 2;
  readonly fileName: string;
  readonly rowCount: number | null;
  readonly counts: {
    readonly new: number;
    readonly changed: number;
    readonly same: number;
    readonly faulty: number;
  } | null;
  readonly from: string | null;
  readonly to: string | null;
  readonly faultFileId: number | null;
  readonly missingFileId: number | null;
  readonly remark: string | null;
  readonly createdAt: string;
  readonly employeeName: string | null;
  /** The zone of its days. */
  readonly timeZone: string;
}

/** One value of an import. */
export interface ValueRecord {
  readonly ammeterId: number;
  readonly ammeterCode: string;
  readonly ammeterName: string;
  readonly dataCode: string;
  readonly begin: string | null;
  readonly time: string;
  readonly value: number;
}

/** One import with what was found in its file. */
export interface ImportDetail {
  readonly id: number;
  readonly state: 'uploaded' | ImportRecord['state'];
  readonly fileName: string;
  readonly analysis: Analysis;
  readonly mapping: Mapping | null;
  readonly taskId: number | null;
  readonly faultFileId: number | null;
}

/** A file that waits for its mapping. */
export interface Uploaded {
  readonly importDataId: number;
  readonly analysis: Analysis;
  readonly meters: readonly InputMeter[];
}

export interface ListFilter {
  readonly consumerId: number;
  readonly kind: string | undefined;
  readonly dataType: string | undefined;
  /** Code of the specification: 115 quarter of an hour, 201 hour, 301 day, 501 month. */
  readonly interval: string | undefined;
  readonly start: string | undefined;
  readonly end: string | undefined;
  readonly current: number;
  readonly pageSize: number;
}

const WRITING_MS = 2000;

export const importsQuery = (filter: ListFilter) =>
  queryOptions({
    queryKey: ['dataInput', 'list', filter],
    queryFn: () => get<Page<ImportRecord>>(`${AREA}/getImportDataList`, { ...filter }, { quiet: true }),
    refetchInterval: (query) =>
      query.state.data?.list.some((record) => record.state === 'writing') ? WRITING_MS : false,
  });

export const valuesQuery = (importDataId: number, current: number, pageSize: number) =>
  queryOptions({
    queryKey: ['dataInput', 'values', importDataId, current, pageSize],
    queryFn: () =>
      get<Page<ValueRecord>>(`${AREA}/getRecordList`, { importDataId, current, pageSize }, { quiet: true }),
  });

export const metersQuery = (consumerId: number) =>
  queryOptions({
    queryKey: ['dataInput', 'meters', consumerId],
    queryFn: () => get<InputMeter[]>(`${AREA}/getMeters`, { consumerId }, { quiet: true }),
  });

export const importQuery = (id: number) =>
  queryOptions({
    queryKey: ['dataInput', 'import', id],
    queryFn: () => get<ImportDetail>(`${AREA}/get`, { id }, { quiet: true }),
  });

/** Shows the list and every figure anew. */
export const figuresChanged = (): Promise<void> => queryClient.invalidateQueries();

export const undoImport = (id: number): Promise<unknown> => post(`${AREA}/del`, { id });

export const sendFile = (
  consumerId: number,
  file: File,
  onProgress: (share: number) => void,
): Promise<Uploaded> =>
  upload<Uploaded>(`${AREA}/upload`, { consumerId, upFile: file }, { quiet: true, onProgress });

export const analyseSheet = (id: number, sheet: string): Promise<Uploaded> =>
  post<Uploaded>(`${AREA}/analyse`, { id, sheet });

/** Starts the dry run; answers its task. A range is what the file is said to hold. */
export async function startDryRun(id: number, mapping: Mapping, range: StatedRange | null): Promise<number> {
  const { taskId } = await post<{ taskId: number }>(`${AREA}/preview`, {
    id,
    mapping: JSON.stringify(mapping),
    ...range,
  });
  await refreshTasks();
  return taskId;
}

/** Starts the write; answers its task. A name makes the mapping remembered. */
export async function startWrite(
  id: number,
  mapping: Mapping,
  mappingName: string,
  range: StatedRange | null,
): Promise<number> {
  const { taskId } = await post<{ taskId: number }>(`${AREA}/commit`, {
    id,
    mapping: JSON.stringify(mapping),
    mappingName,
    ...range,
  });
  await refreshTasks();
  return taskId;
}

export const insertValue = (entry: Readonly<Record<string, string | number | null>>): Promise<unknown> =>
  post(`${AREA}/insert`, entry);

export const startStatistics = (params: Readonly<Record<string, string | number | null>>): Promise<unknown> =>
  post(`${AREA}/runStatistics`, params);

export const TEMPLATE_CALL = `${AREA}/importTemplate`;
export const MISSING_CALL = `${AREA}/importmissing`;
export const FAULTS_CALL = `${AREA}/importfaults`;
