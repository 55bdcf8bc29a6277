// Selects from COUNT generated tasks in memory, through the library.
import { select } from '../dist/index.js';
import { generatedPlan, generatedTasks } from './generate-pool.mjs';

const count = Number(process.argv[2]);
const tasks = generatedTasks(count).map(({ id, fields }) => ({ id, ...fields }));
await select({ plan: generatedPlan(count), pools: { generated: tasks } });
