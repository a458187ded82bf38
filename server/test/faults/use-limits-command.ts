// Uses each limit twice and prints how many uses were allowed. shared-limits.test.ts runs this file as a second
// process, which shares only the database with the first.
import { useEachLimitTwice } from './use-limits.ts';

const [databaseUrl = '', now = ''] = process.argv.slice(2);
process.stdout.write(JSON.stringify(await useEachLimitTwice(databaseUrl, new Date(now))));
