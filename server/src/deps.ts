import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
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

/** The settings, connections and services that request handlers and jobs receive. */
export interface Deps {
  config: Config;
  /** The public URL of this Foyer, without a slash at the end. */
  publicUrl: string;
  sessionSecret: Uint8Array;
  db: Db;
  load: DatabaseLoad;
  jobs: Jobs;
  mail: Mail;
  payments: PaymentProvider;
  storage: Storage;
  fetchPicture: FetchPicture;
  disk: DiskSpace;
  passwords: Passwords;
  clock: Clock;
  log: FastifyBaseLogger;
  /** Replaces the usual time limits for requests that arrive slowly. Only tests set this. */
  requestTimes?: RequestTimes;
  /** Replaces the usual limits on how much work may wait for the database. Only tests set this. */
  overloadLimits?: OverloadLimits;
}
