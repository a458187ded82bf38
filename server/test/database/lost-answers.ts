import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** What happens to the next COMMIT: the database never gets it, or Foyer never gets the answer. */
export type Loss = 'the COMMIT' | 'its answer';

const commit = Buffer.from('commit\0');

/** Starts a server between Foyer and the database. It can break the connection that sends the next COMMIT. */
export async function startLossyDatabase(databaseUrl: string) {
  const sockets = new Set<Socket>();
  let next: Loss | undefined;
  const server = createServer((client) => {
    const database = connect(readAddress(databaseUrl));
    const breakUp = () => [client, database].forEach((socket) => socket.destroy());
    for (const socket of [client, database]) {
      sockets.add(socket.on('error', breakUp).on('close', breakUp));
    }
    let isAnswerLost = false;
    client.on('data', (data) => {
      const loss = data.includes(commit) ? next : undefined;
      if (loss) next = undefined;
      if (loss === 'the COMMIT') return breakUp();
      isAnswerLost ||= loss === 'its answer';
      return database.write(data);
    });
    database.on('data', (data) => (isAnswerLost ? breakUp() : client.write(data)));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.search = '';
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url: url.href,
    loseAtNextCommit: (loss: Loss) => void (next = loss),
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function readAddress(databaseUrl: string) {
  const { hostname, port, searchParams } = new URL(databaseUrl);
  const folder = searchParams.get('host');
  return folder ? { path: `${folder}/.s.PGSQL.${port}` } : { host: hostname, port: Number(port || 5432) };
}
