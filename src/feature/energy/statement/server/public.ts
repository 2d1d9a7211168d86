/** The door of the statement: it is part of a report. */
export { statementSource } from './statement.ts';
