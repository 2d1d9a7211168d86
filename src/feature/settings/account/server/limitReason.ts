/**
 * Tables without a definition that a request may read and no limit narrows, with the reason why each needs none. A new
 * table that is neither here nor in `limitRules` fails `limitTable.test.ts`.
 */
export const UNLIMITED: Readonly<Record<string, string>> = {
  reading: 'names a meter alone: requests find meters through ammeter, which is narrowed',
  usage: 'names a meter alone, found through ammeter',
  usage_block: 'names a meter alone, found through ammeter',
  usage_open: 'names a meter alone, found through ammeter',
  reading_block: 'names a meter alone, found through ammeter',
  reading_late: 'names a meter alone, read by who seals months',
  late_arrival: 'names a meter alone, found through ammeter',
  late_arrival_since: 'since when late data are noted at all',
  interval_energy: 'names a meter alone, found through ammeter',
  correction: 'names a meter alone, found through ammeter',
  reading_void: 'names a meter alone, found through ammeter',
  ledger_segment: 'names a meter alone, found through ammeter',
  meter_fold: 'names a meter alone, found through ammeter',
  dirty: 'names a meter alone, read by the fold',
  data_source_meter: 'names a meter and a source: the policy of sources reads it',
  signal: 'names a signal point alone: the policy shows what its point shows, and that is narrowed',
  signal_heard: 'names a signal point alone, held by the same policy',
  signal_state: 'names a signal point alone, held by the same policy',
  diagram_version: 'names a diagram alone: the policy shows what its diagram shows, and that is narrowed',
  diagram_publication: 'names a diagram alone, held by the same policy',
  diagram_model: 'names a diagram alone, held by the same policy',
  diagram_template: 'item codes, symbols and words of an enterprise: it names no device and no place',
  diagram_template_version: 'belongs to a template',
  kept_sum: 'a sum is found by the very list of meters that the caller sees',
  kept_sum_meter: 'belongs to a kept sum',
  kept_sum_usage: 'belongs to a kept sum',
  kept_sum_dirty: 'belongs to a kept sum, read by the fold',
  figure_rule: 'which rules made the figures of an enterprise: no figure',
  calendar_stamp: 'when the calendar of an enterprise changed: no row of it',
  price_stamp: 'when the prices of an enterprise changed: no row of it',
  alarm_version: 'what a rule of an enterprise asks for: it names no place',
  alarm_part: 'which rules of an enterprise a composition is made of: it names no place',
  alarm_part_meter:
    'which meters a composition names, by their ids, as the rule itself does: no more of them',
  alarm_replay: 'read by whoever started it alone, of the meters that were seen then',
  org_fun: 'what an enterprise may use at all',
  upload_receipt: 'what an enterprise reported as a whole: it names no place',
  upload_archive_state: 'what a platform has of the archive of an enterprise: it names no place',
  upload_list_unit: 'units of the lists of a platform: no figure',
  help_document: 'shared by all enterprises',
};

/** Definitions of an enterprise that rows at places name and no limit narrows, with the reason why each needs none. */
export const NAMED_BY_PLACES: Readonly<Record<string, string>> = {
  consumer: 'the enterprise itself, whose name stands above each of its parts',
  alarm: 'a rule of the enterprise is put to its meters: it names no place',
  priceScheme: 'prices of the enterprise are agreed for its accounts: they name no place',
};
