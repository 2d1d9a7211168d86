/** The call that answers what happened to a row, below `/api/`. */
export const HISTORY_CALL = 'sys/operLog/getlist';
