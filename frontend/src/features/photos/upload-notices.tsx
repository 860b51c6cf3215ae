import { countOf } from '#frontend/shared/format/counts.ts'
import { formatTime } from '#frontend/shared/format/dates.ts'
import { Alert } from '#frontend/ui/alert.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { List, Text } from '#frontend/ui/layout.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import type { RefusedFile } from './accept-files.ts'

export const RefusedFiles = ({ files, onRead }: { files: readonly RefusedFile[]; onRead: () => void }) => (
  <Alert tone="danger" title={`${countOf(files.length, 'file')} not taken`} onRead={onRead}>
    <List maxHeight="24rem" overflowY="auto" marginTop="1">
      {files.map(({ fileName, reason }, index) => (
        <li key={`${fileName} ${String(index)}`}>
          {fileName}: {reason}
        </li>
      ))}
    </List>
  </Alert>
)

export const Lost = ({ count }: { count: number }) => (
  <Alert
    tone="accent"
    title={`${countOf(count, 'photo')} ${count === 1 ? 'waits for its file' : 'wait for their files'}`}
  >
    <Text>
      Choose or drop the same files again: they are recognised by name, size and date. They keep their titles and
      prices. Of one that was changed since, with the same name, you are asked whether it is the same photo.
    </Text>
  </Alert>
)

/** The answers stand at the rows, beside each picture: one answer for all would be a guess. */
export const Newer = ({ count }: { count: number }) => (
  <Alert
    tone="accent"
    title={`${countOf(count, 'newer file')} under ${count === 1 ? 'the name' : 'names'} of ${count === 1 ? 'a photo' : 'photos'} in the list`}
  >
    <Text>
      What was chosen first cannot be read any more. Say at each row below whether it is the same photo, which keeps its
      title and price. Until then it is not sent.
    </Text>
  </Alert>
)

export const Waiting = ({ untilMs }: { untilMs: number }) => (
  <Alert tone="accent" title="The upload waits a little">
    <Text>
      More was sent than is taken at once. It goes on by itself at {formatTime(untilMs)}. Nothing is lost while this
      page stays open.
    </Text>
  </Alert>
)

export const Offline = () => (
  <Alert tone="accent" title="The upload waits for the connection">
    <Text>It goes on by itself. Nothing is lost while this page stays open.</Text>
  </Alert>
)

type LeftOutProps = { count: number; onUpload: () => void; onRead: () => void }
export const LeftOut = ({ count, onUpload, onRead }: LeftOutProps) => (
  <Alert
    tone="accent"
    title={`${countOf(count, 'photo')} left out: already in this gallery`}
    action={
      <Button size="sm" onClick={onUpload}>
        Upload anyway
      </Button>
    }
    onRead={onRead}
  >
    <Text>The gallery has {count === 1 ? 'a file' : 'files'} of the same name and size.</Text>
  </Alert>
)

export const tellLeftOut = (count: number) => {
  if (count === 0) return
  toast({
    kind: 'info',
    title: `${countOf(count, 'photo')} left out`,
    description: `${count === 1 ? 'It is' : 'They are'} in this gallery already. Nothing is uploaded twice.`,
  })
}
