import { unzipSync } from 'fflate';

/** Larger files are left out, and there are no more files than that. In bytes. */
const LARGEST = 8 * 1024 * 1024;
const MOST = 2000;
const MOST_BYTES = 64 * 1024 * 1024;

/**
 * The files of a zip whose names `isWanted`, as one would choose them from a folder. What the system puts beside files is left
 * out. Null where it is no zip that can be read.
 */
export function filesOfZip(bytes: Uint8Array, isWanted: (path: string) => boolean): readonly File[] | null {
  let size = 0;
  let count = 0;
  try {
    const found = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!isWanted(name) || isHidden(name) || originalSize > LARGEST) return false;
        size += originalSize;
        count += 1;
        return count <= MOST && size <= MOST_BYTES;
      },
    });
    // A path is told apart from a name by its own field, as browsers do it for folders.
    return Object.entries(found).map(([path, content]) => fileAt(path, content));
  } catch {
    return null;
  }
}

function isHidden(path: string): boolean {
  return path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX' || part === '__pycache__');
}

function fileAt(path: string, content: Uint8Array): File {
  const file = new File([content.slice()], path.split('/').at(-1) ?? path);
  Object.defineProperty(file, 'webkitRelativePath', { value: path });
  return file;
}
