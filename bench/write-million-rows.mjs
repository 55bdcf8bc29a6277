// Writes COUNT SWE-bench rows with patches of about a kilobyte as Parquet, 20,000 rows at a time.
import { fileWriter, ParquetWriter, schemaFromColumnData } from 'hyparquet-writer';
import { patchOf } from '../test/support/benchmark-folders.mjs';

const [, , file, count] = process.argv;
const groupRows = 20_000;
const writer = fileWriter(file);
let parquet;
for (let start = 0; start < Number(count); start += groupRows) {
  const numbers = Array.from({ length: Math.min(groupRows, count - start) }, (_, i) => start + i);
  const columns = {
    instance_id: (n) => `owner${n % 40}__repo${n % 40}-${n}`,
    repo: (n) => `owner${n % 40}/repo${n % 40}`,
    base_commit: (n) => n.toString(16).padStart(40, '0'),
    patch: (n) => patchOf(1 + (n % 5), 8 + (n % 13), n % 7, 45),
    test_patch: () => '',
    problem_statement: (n) => `Case ${n} fails.`,
    FAIL_TO_PASS: (n) => `["t.py::test_${n}"]`,
    PASS_TO_PASS: () => '[]',
  };
  const columnData = Object.entries(columns).map(([name, value]) => ({
    name,
    data: numbers.map(value),
    type: 'STRING',
  }));
  parquet ??= new ParquetWriter({ writer, schema: schemaFromColumnData({ columnData }) });
  await parquet.write({ columnData, rowGroupSize: groupRows });
}
await parquet.finish();
