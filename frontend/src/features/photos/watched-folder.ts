import { isPassedOver } from './accept-files.ts'
import { noteFolders } from './folder-names.ts'

/** Chromium's dialog for a folder that stays open: https://developer.mozilla.org/en-US/docs/Web/API/Window/showDirectoryPicker */
declare global {
  interface Window {
    showDirectoryPicker?: (options?: { id?: string; mode?: 'read' }) => Promise<FileSystemDirectoryHandle>
  }
}

type Found = { path: string; file: File }

const isFolder = (handle: FileSystemHandle): handle is FileSystemDirectoryHandle => handle.kind === 'directory'
const isFile = (handle: FileSystemHandle): handle is FileSystemFileHandle => handle.kind === 'file'

const filesIn = async (folder: FileSystemDirectoryHandle, folders: readonly string[]): Promise<Found[]> => {
  const found: Found[] = []
  for await (const handle of folder.values()) {
    if (isPassedOver(handle.name)) continue
    const path = [...folders, handle.name]
    // What was renamed or removed since the folder was listed is found at the next look, or nowhere.
    if (isFolder(handle)) found.push(...(await filesIn(handle, path).catch(() => [])))
    else if (isFile(handle)) {
      const file = await handle.getFile().catch(() => undefined)
      if (file) found.push({ path: path.join('/'), file: noteFolders(file, folders) })
    }
  }
  return found
}

/** So often a file is answered again that could not be read: a program that writes it is done within a minute. */
const mostTries = 20

/**
 * Looks into a folder again and again. Each look answers the files that have come or changed and are whole: as large and
 * as old as at the look before, since a camera's card is copied for seconds. `unread` are those of the look before that
 * could not be read: they are answered again. Rejects when the folder is gone.
 */
export const folderWatch = (folder: FileSystemDirectoryHandle) => {
  const answered = new Set<string>()
  const states = new WeakMap<File, string>()
  const tries = new Map<string, number>()
  let before = new Set<string>()
  const answerAgain = (file: File) => {
    const state = states.get(file) ?? ''
    const tried = (tries.get(state) ?? 0) + 1
    tries.set(state, tried)
    if (tried < mostTries) answered.delete(state)
  }
  return async (unread: readonly File[] = []): Promise<File[]> => {
    for (const file of unread) answerAgain(file)
    const found = await filesIn(folder, [folder.name])
    const stated = found.map(({ path, file }) => ({
      file,
      state: `${path} ${String(file.size)} ${String(file.lastModified)}`,
    }))
    const whole = stated.filter(({ file, state }) => file.size > 0 && before.has(state) && !answered.has(state))
    before = new Set(stated.map(({ state }) => state))
    for (const { file, state } of whole) {
      answered.add(state)
      states.set(file, state)
    }
    return whole.map(({ file }) => file)
  }
}
