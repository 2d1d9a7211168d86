/** The door of the help: the questions that the product begins with. */
export { shipFaqs } from './faq.ts';
