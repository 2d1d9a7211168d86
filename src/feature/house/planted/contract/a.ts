import '#domain/fold/fold.ts';
