import Fastify from 'fastify';
import pg from 'pg';
import type { Statement } from './recorded-app.ts';

/** What the plain Fastify answers at one path: bytes from memory, or the rows of these statements. */
export type PlainRoute = { path: string } & (
  | { body: Uint8Array; headers: Record<string, string> }
  | { statements: Statement[] }
);

export interface PlainOptions {
  databaseUrl: string;
  connections: number;
  routes: PlainRoute[];
}

/** Foyer's rival in the benchmarks: Fastify without anything that Foyer adds. Its parent process sends the routes. */
async function serve({ databaseUrl, connections, routes }: PlainOptions): Promise<string> {
  const app = Fastify();
  const pool = new pg.Pool({ connectionString: databaseUrl, max: connections });
  let count = 0;
  for (const route of routes) {
    if ('body' in route) {
      const body = Buffer.from(route.body);
      app.get(route.path, (_request, reply) => reply.headers(route.headers).send(body));
      continue;
    }
    const prepared = route.statements.map(({ sql, parameters }) => {
      count += 1;
      return { name: `statement_${count}`, text: sql, values: [...parameters] };
    });
    app.get(route.path, async () => {
      const answer: unknown[] = [];
      for (const statement of prepared) answer.push((await pool.query(statement)).rows);
      return answer;
    });
  }
  return app.listen({ port: 0, host: '127.0.0.1' });
}

process.once('message', (options: PlainOptions) => {
  void serve(options).then((url) => process.send?.(url));
});
process.once('disconnect', () => process.exit(0));
