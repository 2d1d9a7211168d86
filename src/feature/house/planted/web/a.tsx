export const rows = () => fetch('/api/archive/ammeter/getall');
