import '#feature/meters/subject/domain/flow.ts';
