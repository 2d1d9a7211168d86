import '#server/app.ts';
