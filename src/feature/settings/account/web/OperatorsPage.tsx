import { ACCOUNT } from '#contract/accountType.ts';
import { resourceOf } from '#resource/index.ts';
import { slots } from '#resource/sys/orgEmployee.web.tsx';
import { ResourcePage } from '#web/resource/ResourcePage.tsx';

const FIXED = { accountType: ACCOUNT.operator };

/** The people who run the platform: the accounts of operators, to add, edit, import and export. */
export default function OperatorsPage() {
  return <ResourcePage resource={resourceOf('orgEmployee')} slots={slots} fixed={FIXED} />;
}
