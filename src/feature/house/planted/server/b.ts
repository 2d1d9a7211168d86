import '#feature/house/session/server/session.ts';
