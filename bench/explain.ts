import type pg from 'pg';
import { isHot } from '../server/src/db/hot.ts';
import type { Statement } from './recorded-app.ts';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Sort Key'?: string[];
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
}

interface Explained {
  Plan: PlanNode;
  'Planning Time': number;
  'Execution Time': number;
}

export interface Plan {
  /** The scans, sorts and other important steps, in the order in which rows pass through them. */
  steps: string[];
  rows: number;
  /** The largest number of rows that one scan read, including the rows that a filter dropped. */
  rowsRead: number;
  /** The largest number of rows that one sort received. */
  rowsSorted: number;
  /** Tables that were read whole. A scan that stopped early does not count. */
  scannedTables: string[];
  /** The number of 8 kB blocks that were read, all from memory after the first run. */
  blocks: number;
  planningMs: number;
  executionMs: number;
}

/**
 * PostgreSQL may choose another plan for a prepared statement after five runs, so the benchmark measures more than
 * five runs.
 */
const fewestRuns = 9;
const maxRuns = 40;
const enoughMs = 1500;

/** The large tables, with their numbers of rows. A statement that answers with one page must not read a whole table. */
export type BigTables = ReadonlyMap<string, number>;

/**
 * Runs the statement several times and reports the shortest time, because other work on the machine affects the
 * shortest time least.
 */
export async function explain(client: pg.Client, bigTables: BigTables, statement: Statement): Promise<Plan> {
  const { text, values } = await prepare(client, statement);
  const results: Explained[] = [];
  const started = performance.now();
  for (let run = 0; run < maxRuns; run += 1) {
    if (run >= fewestRuns && performance.now() - started > enoughMs) break;
    // The option `timing off` is set because reading the clock for each row can cost more than the row itself.
    const { rows } = await client.query<{ 'QUERY PLAN': Explained[] }>(
      `explain (analyze, buffers, timing off, format json) ${text}`,
      values,
    );
    const result = rows[0]?.['QUERY PLAN'][0];
    if (result) results.push(result);
  }
  const [last] = results.slice(-1);
  if (!last) throw new Error(`No plan for ${statement.sql}`);
  const nodes = listNodes(last.Plan);
  return {
    steps: nodes.flatMap(describe),
    rows: last.Plan['Actual Rows'],
    rowsRead: Math.max(0, ...nodes.filter(isScan).map(countRead)),
    rowsSorted: Math.max(0, ...nodes.filter(isSort).map(countInput)),
    scannedTables: nodes.flatMap((node) => {
      const table = node['Relation Name'] ?? '';
      const isWhole =
        node['Node Type'] === 'Seq Scan' && countRead(node) >= (bigTables.get(table) ?? Infinity);
      return isWhole ? [table] : [];
    }),
    blocks: last.Plan['Shared Hit Blocks'] + last.Plan['Shared Read Blocks'],
    planningMs: Math.min(...results.map((result) => result['Planning Time'])),
    executionMs: Math.min(...results.map((result) => result['Execution Time'])),
  };
}

async function prepare(client: pg.Client, { sql, parameters }: Statement) {
  if (!isHot(sql)) return { text: sql, values: [...parameters] };
  await client.query('deallocate all');
  await client.query(`prepare planned as ${sql}`);
  const literals = parameters.map((value) =>
    client.escapeLiteral(value instanceof Date ? value.toISOString() : String(value)),
  );
  return { text: `execute planned${literals.length > 0 ? `(${literals.join(', ')})` : ''}`, values: [] };
}

/** Lists the steps of a plan, deepest step first. Steps that never ran are left out. */
function listNodes(node: PlanNode): PlanNode[] {
  if (node['Actual Loops'] === 0) return [];
  return [...(node.Plans ?? []).flatMap(listNodes), node];
}

function describe(node: PlanNode): string[] {
  const kind = node['Node Type'];
  const index = node['Index Name'];
  if (index) return [`${kind.replace('Bitmap Index Scan', 'Bitmap')} ${index}`];
  if (isScan(node)) return [`${kind} ${node['Relation Name'] ?? ''}`.trim()];
  return isSort(node) || kind === 'Aggregate' || kind.startsWith('Gather') ? [kind] : [];
}

function isScan(node: PlanNode) {
  return node['Node Type'].endsWith('Scan');
}

function isSort(node: PlanNode) {
  return node['Node Type'] === 'Sort';
}

/**
 * For a scan that runs several times, PostgreSQL reports only a rounded average per run. The count is then
 * approximate.
 */
function countRead(node: PlanNode) {
  const thrownAway = (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0);
  return (node['Actual Rows'] + thrownAway) * node['Actual Loops'];
}

function countInput(node: PlanNode) {
  return (node.Plans ?? []).reduce((sum, plan) => sum + plan['Actual Rows'] * plan['Actual Loops'], 0);
}
