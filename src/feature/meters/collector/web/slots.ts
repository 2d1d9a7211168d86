export { MapLead, MeterLead, StateLead } from './Leads.tsx';
