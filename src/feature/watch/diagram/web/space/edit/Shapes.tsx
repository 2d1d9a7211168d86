import { useQuery, useQueryClient } from '@tanstack/react-query';
import DeleteOutlined from '@ant-design/icons-svg/es/asn/DeleteOutlined';
import { useRef, useState, type RefObject } from 'react';
import { BODY_TYPES } from '#contract/scene/space.ts';
import { formatNumber } from '#domain/figure/number.ts';
import { DIAGRAM } from '#contract/diagram.ts';
import { ApiError, post, upload } from '#web/api.ts';
import { usePermissions } from '#web/resource/usePermissions.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { notify, notifyError } from '#web/ui/notice.ts';
import { Panel } from '#web/ui/Panel.tsx';
import type { ModelWire } from '../../../contract.ts';
import { modelsQuery } from '../../calls.ts';
import { AREA } from '../../sceneQuery.ts';
import kit from '#web/ui/kit.module.css';
import styles from '../../Diagram.module.css';
import editorStyles from '../../editor/Editor.module.css';
import { BODY_NAMES } from '../../names.ts';
import { Tool } from '../../Tool.tsx';
import { useDiagramTexts } from '../../useDiagramTexts.ts';
import spaceStyles from '../Space.module.css';
import type { SpaceBench } from './SpaceEditor.tsx';

export interface ShapesProps {
  readonly bench: SpaceBench;
  readonly host: RefObject<HTMLDivElement | null>;
  /** Something was put in. */
  readonly onPut: () => void;
}

/** Shapes that are put into the space by a press or Enter, and the models of the diagram. */
export function Shapes({ bench, host, onPut }: ShapesProps) {
  const t = useDiagramTexts();
  const say = useText();
  const { commands, middle } = bench;
  const kinds = BODY_TYPES.filter((one) => one !== 'model');
  return (
    <Panel title={t('shapes')} className={editorStyles.palette}>
      <div ref={host} className={spaceStyles.shapes}>
        {kinds.map((kind) => (
          <Button
            key={kind}
            onClick={() => {
              commands.insert(kind, middle(), t('words'));
              onPut();
            }}
          >
            {say(BODY_NAMES[kind])}
          </Button>
        ))}
      </div>
      <Models
        diagramId={bench.diagram.monitorDiagramId}
        onPut={(modelId) => {
          commands.insert({ modelId }, middle());
          onPut();
        }}
      />
    </Panel>
  );
}

interface ModelsProps {
  readonly diagramId: number;
  readonly onPut: (modelId: number) => void;
}

/** Runs a call, tells what went wrong, and asks for the models anew. */
function useModelCall(): (call: () => Promise<unknown>) => Promise<boolean> {
  const client = useQueryClient();
  return async (call) => {
    try {
      await call();
      return true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notifyError(error.message);
      return false;
    } finally {
      await client.invalidateQueries({ queryKey: [AREA, 'getModels'] });
    }
  };
}

const PAGE = 20;

/** Models of the diagram: sent, put in, deleted where no version shows them. */
function Models({ diagramId, onPut }: ModelsProps) {
  const t = useDiagramTexts();
  const may = usePermissions(DIAGRAM);
  const run = useModelCall();
  const [page, setPage] = useState(1);
  const list = useQuery(modelsQuery(diagramId, page));
  const total = list.data?.pagination.total ?? 0;
  const remove = ({ modelId }: ModelWire): void =>
    void run(() => post(`${AREA}/deleteModel`, { id: diagramId, modelId }, { quiet: true }));
  return (
    <section className={spaceStyles.models}>
      <h3>
        {t('models')} <small>{total}</small>
      </h3>
      {may('edit') && <SendModel diagramId={diagramId} run={run} />}
      {list.error && <ErrorState what={list.error.message} onRetry={() => void list.refetch()} height={80} />}
      <ul className={kit.list}>
        {(list.data?.list ?? []).map((one) => (
          <li key={one.modelId}>
            <Button kind="link" onClick={() => onPut(one.modelId)}>
              {one.fileName}
            </Button>
            <small>{t('trianglesOf', { n: formatNumber(one.triangles, 0) })}</small>
            {may('edit') && (
              <Tool
                label={t('removeModel', { name: one.fileName })}
                icon={DeleteOutlined}
                onClick={() => remove(one)}
              />
            )}
          </li>
        ))}
      </ul>
      {total === 0 && list.data && <p className={`${kit.hint} ${styles.quiet}`}>{t('noModels')}</p>}
      {total > PAGE && (
        <span className={`${kit.wrap} ${styles.tools}`}>
          <Button disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t('newer')}
          </Button>
          <Button disabled={page * PAGE >= total} onClick={() => setPage(page + 1)}>
            {t('older')}
          </Button>
        </span>
      )}
    </section>
  );
}

interface SendModelProps {
  readonly diagramId: number;
  readonly run: (call: () => Promise<unknown>) => Promise<boolean>;
}

/** Sends a glTF binary; the server looks into it. */
function SendModel({ diagramId, run }: SendModelProps) {
  const t = useDiagramTexts();
  const input = useRef<HTMLInputElement>(null);
  const [share, setShare] = useState<number | null>(null);
  const send = async (file: File): Promise<void> => {
    setShare(0);
    const isTaken = await run(() =>
      upload(`${AREA}/uploadModel`, { id: diagramId, upFile: file }, { quiet: true, onProgress: setShare }),
    );
    setShare(null);
    if (isTaken) notify('success', t('modelTaken', { name: file.name }));
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".glb,model/gltf-binary"
        aria-label={t('sendModel')}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) void send(file);
        }}
      />
      <Button onClick={() => input.current?.click()} disabled={share !== null}>
        {share === null ? t('sendModel') : `${formatNumber(share * 100, 0)} %`}
      </Button>
    </>
  );
}
