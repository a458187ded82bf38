// Uses each limit twice and prints how many uses each limit allowed. shared-limits.test.ts runs this as a second
// process, which shares nothing with the first but the database.
import { useEachLimitTwice } from './use-limits.ts';

const [databaseUrl = '', now = ''] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await useEachLimitTwice(databaseUrl, new Date(now))));
