import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import type { Changes } from './db/changes.ts';
import type { Db } from './db/connect.ts';
import type { DatabaseLoad } from './db/load.ts';
import type { OverloadLimits } from './http/admission.ts';
import type { RequestTimes } from './http/request-times.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Mail } from './mail/mail.ts';
import type { Passwords } from './passwords.ts';
import type { PaymentProvider } from './payments/provider.ts';
import type { FetchPicture } from './storage/fetch-picture.ts';
import type { DiskSpace } from './storage/disk-space.ts';
import type { Storage } from './storage/storage.ts';

export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

export interface Deps {
  config: Config;
  /** Has no slash at the end. */
  publicUrl: string;
  sessionSecret: Uint8Array;
  db: Db;
  load: DatabaseLoad;
  changes: Changes;
  jobs: Jobs;
  mail: Mail;
  payments: PaymentProvider;
  storage: Storage;
  fetchPicture: FetchPicture;
  disk: DiskSpace;
  passwords: Passwords;
  clock: Clock;
  log: FastifyBaseLogger;
  /** Only tests set this. */
  requestTimes?: RequestTimes;
  /** Only tests set this. */
  overloadLimits?: OverloadLimits;
}
