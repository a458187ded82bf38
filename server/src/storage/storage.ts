import type { Readable } from 'node:stream';
import { Disk, errors } from 'flydrive';
import { FSDriver } from 'flydrive/drivers/fs';
import { isBucket } from '../config-addresses.ts';

/** Stores files by key, in a folder or in S3-compatible storage. Visitors never choose a key. */
export interface Storage {
  put(key: string, content: Buffer, contentType: string): Promise<void>;
  find(key: string): Promise<{ content: Readable; size: number } | undefined>;
  remove(key: string): Promise<void>;
}

/** `url` is the path of a folder or the URL of a bucket. */
export async function openStorage(url: string): Promise<Storage> {
  const disk = new Disk(
    isBucket(url) ? await s3Driver(url) : new FSDriver({ location: url, visibility: 'private' }),
  );
  return {
    put: (key, content, contentType) => disk.put(key, content, { contentType }),
    async find(key) {
      try {
        const { contentLength } = await disk.getMetaData(key);
        return { content: await disk.getStream(key), size: contentLength };
      } catch (error) {
        if (error instanceof errors.E_CANNOT_GET_METADATA || error instanceof errors.E_INVALID_KEY)
          return undefined;
        throw error;
      }
    },
    remove: (key) => disk.delete(key),
  };
}

async function s3Driver(url: string) {
  const { S3Driver } = await import('flydrive/drivers/s3');
  const { protocol, username, password, host, pathname, searchParams } = new URL(url);
  return new S3Driver({
    credentials: { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) },
    endpoint: `${protocol === 's3+http:' ? 'http' : 'https'}://${host}`,
    region: searchParams.get('region') ?? 'us-east-1',
    bucket: pathname.slice(1),
    forcePathStyle: true,
    supportsACL: false,
    visibility: 'private',
  });
}
