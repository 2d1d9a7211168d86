import { tryPlants } from './tryPlants.ts';

tryPlants(1);
