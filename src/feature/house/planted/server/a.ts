import '#web/api.ts';
