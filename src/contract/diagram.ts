/**
 * Where diagrams stand. Screens that show pictures need no more of the resource: with its form would come those of all
 * others, and what checks them (`src/resource/archive/monitorDiagram.ts`).
 */
export const DIAGRAM = {
  area: 'archive',
  name: 'monitorDiagram',
  screen: '/SDNEquipment/SDNDiagram',
} as const;
