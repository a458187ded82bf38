import { NodeFS } from '@electric-sql/pglite/nodefs';

type Init = NodeFS['init'];

/** The function of PGlite's file system that `keepPrivate` replaces. PGlite declares no type for it. */
interface Files {
  chmod(path: unknown, mode: number, dontFollow?: boolean): void;
}

/**
 * Makes the files of the embedded database readable by their owner only. PGlite sets the mode of each file after
 * creating the file, mostly to 0666, so the umask of the process has no effect.
 */
export class PrivateFiles extends NodeFS {
  override async init(...[database, options]: Parameters<Init>): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(database, options);
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), keepPrivate] } };
  }
}

function keepPrivate({ FS }: { FS: Files }): void {
  const setMode = FS.chmod.bind(FS);
  FS.chmod = (path, mode, dontFollow) => setMode(path, mode & 0o700, dontFollow);
}
