import { Table } from '#web/ui/Table.tsx';
export const Rows = () => <Table look="rows" columns={[]} rows={[]} keyOf={String} />;
