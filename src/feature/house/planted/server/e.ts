import '../domain/c.ts';
import '../../../../../simulator/public.ts';
