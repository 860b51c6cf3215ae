import { FolderSync } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Alert } from '#frontend/ui/alert.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { Row } from '#frontend/ui/layout.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { useStable } from '#frontend/ui/use-stable.ts'
import type { folderWatch } from './watched-folder.ts'

/** Between two looks: a file is sent when two of them found it the same. */
const lookEveryMs = 3_000
/** So many looks in a row fail before a folder counts as gone: one may meet what is being moved. */
const mostFailed = 3

/** A folder that is looked into while this page is open. @param onFiles Answers what could not be read, which is offered again. */
export const useWatchedFolder = (onFiles: (files: readonly File[]) => Promise<readonly File[]>) => {
  const [folder, setFolder] = useState<FileSystemDirectoryHandle>()
  const take = useStable(onFiles)
  useEffect(() => {
    if (!folder) return
    let look: ReturnType<typeof folderWatch> | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    let failed = 0
    let unread: readonly File[] = []
    const lookOn = async () => {
      try {
        // Few browsers let a page look into a folder, and nobody asks for it at once.
        look ??= (await import('./watched-folder.ts')).folderWatch(folder)
        const files = await look(unread)
        if (isOver) return
        unread = files.length > 0 ? await take(files) : []
        failed = 0
      } catch {
        failed += 1
      }
      if (isOver) return
      if (failed < mostFailed) timer = setTimeout(() => void lookOn(), lookEveryMs)
      else {
        setFolder(undefined)
        toast({
          title: 'Folder not watched any more',
          description: `“${folder.name}” cannot be read. Nothing is lost.`,
        })
      }
    }
    void lookOn()
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [folder, take])
  return { folder, watch: setFolder }
}

type WatchFolderProps = {
  folder: FileSystemDirectoryHandle | undefined
  onWatch: (folder: FileSystemDirectoryHandle | undefined) => void
}

/** Sends by itself what appears in a folder, in browsers that let a page look into one. */
export const WatchFolder = ({ folder, onWatch }: WatchFolderProps) => {
  const choose = async () => {
    try {
      onWatch(await window.showDirectoryPicker?.({ id: 'card', mode: 'read' }))
    } catch (thrown) {
      // The dialog was closed.
      if (thrown instanceof DOMException && thrown.name === 'AbortError') return
      toast({ title: 'Folder not watched', description: 'Your browser did not allow it.' })
    }
  }
  if (folder) {
    return (
      <Alert
        tone="neutral"
        title={`Watching “${folder.name}”`}
        action={
          <Button size="sm" onClick={() => onWatch(undefined)}>
            Stop watching
          </Button>
        }
      >
        Photos that appear in it are sent by themselves while this page is open.
      </Alert>
    )
  }
  if (typeof window.showDirectoryPicker !== 'function') return null
  return (
    <Row justifyContent="center" marginTop="-5">
      <Button size="sm" variant="quiet" onClick={() => void choose()}>
        <FolderSync aria-hidden />
        Watch a folder
      </Button>
    </Row>
  )
}
