// One measurement in a process of its own: select on COUNT generated tasks in memory; prints milliseconds and peak memory.
import { makeManifest, manifestText, readPlan, runPlan } from '../dist/index.js';
import { generatedPlan, generatedTasks } from './generate-pool.mjs';

const count = Number(process.argv[2]);
const plan = readPlan(generatedPlan(count));
const pools = new Map([['generated', { tasks: generatedTasks(count), problems: [] }]]);
const start = performance.now();
const selection = runPlan(plan, pools);
const selectMs = performance.now() - start;
const reportStart = performance.now();
const bytes = manifestText(makeManifest(selection, 'bench')).length;
const reportMs = performance.now() - reportStart;
const peakMb = process.resourceUsage().maxRSS / 1024;
console.log(JSON.stringify({ selected: selection.statistics.selected, selectMs, reportMs, bytes, peakMb }));
