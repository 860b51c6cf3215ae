import { chakra } from '@chakra-ui/react'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { sentenceOf } from '#frontend/shared/api/api-error.ts'
import { countOf } from '#frontend/shared/format/counts.ts'
import { useSavedMeanwhile } from '#frontend/shared/galleries/own-galleries.ts'
import { Button, IconButton } from '#frontend/ui/button.tsx'
import { Dialog } from '#frontend/ui/dialog.tsx'
import { Field, Form, Input } from '#frontend/ui/field.tsx'
import { Box, Hidden, Row, Text } from '#frontend/ui/layout.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { ArrangeSets, type OwnGallery } from '#schema/api/galleries.ts'
import type { OwnPhoto } from '#schema/api/photos.ts'
import type { SetId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { useArrangeSets } from './queries.ts'

const List = chakra('ol', { base: { listStyle: 'none', display: 'flex', flexDirection: 'column', gap: '4' } })

type Sets = OwnGallery['sets']
type Line = { readonly key: string; readonly id: SetId | null; readonly name: string }
const lineOf = (set: Sets[number]): Line => ({ ...set, key: set.id })
const newLine = (): Line => ({ key: crypto.randomUUID(), id: null, name: '' })

const namesOf = (lines: readonly Line[]) => ({ version: 0, sets: lines.map(({ id, name }) => ({ id, name })) })
/** What is wrong with each name, by its place; `whole`: with all of them. */
const problemsOf = (lines: readonly Line[]): { at: ReadonlyMap<number, string>; whole: string | undefined } => {
  const { error } = ArrangeSets.safeParse(namesOf(lines))
  const issues = error?.issues ?? []
  const at = new Map(
    issues.flatMap(({ path: [, place], message }) => (typeof place === 'number' ? [[place, message] as const] : [])),
  )
  return { at, whole: issues.find(({ path }) => typeof path[1] !== 'number')?.message }
}

/** What was typed, with what others have made of the sets meanwhile: a name that was not typed here is the one saved there. */
const broughtTogether = (typed: readonly Line[], before: Sets, after: Sets): readonly Line[] => {
  const nameIn = (sets: Sets, wanted: SetId) => sets.find(({ id }) => id === wanted)?.name
  const kept = typed.flatMap((line): Line[] => {
    if (line.id === null) return [line]
    const isRenamed = line.name !== nameIn(before, line.id)
    const name = nameIn(after, line.id)
    // What was deleted there and renamed here is made anew.
    if (name === undefined) return isRenamed ? [{ ...line, id: null }] : []
    return [isRenamed ? line : { ...line, name }]
  })
  const added = after.filter(({ id }) => nameIn(before, id) === undefined)
  return [...kept, ...added.map(lineOf)]
}

type SetsDialogProps = {
  gallery: OwnGallery
  /** `undefined` while not all of them are loaded: how many a set has is not said then. */
  photos: readonly OwnPhoto[] | undefined
  onClose: () => void
}

/** The sets of a gallery: made, named, put into order, deleted; nothing before it is saved. */
export const SetsDialog = ({ gallery: opened, photos, onClose }: SetsDialogProps) => {
  const formId = useId()
  // Of the moment the lines were filled: one that is loaded anew behind them must not lend its version to old sets.
  const [gallery, setGallery] = useState(opened)
  const [lines, setLines] = useState<readonly Line[]>(() =>
    gallery.sets.length === 0 ? [newLine()] : gallery.sets.map(lineOf),
  )
  const [isTried, setIsTried] = useState(false)
  const arrange = useArrangeSets()
  const savedMeanwhile = useSavedMeanwhile()
  const problems = problemsOf(lines)
  const deleted = gallery.sets.filter(({ id }) => lines.every((line) => line.id !== id))

  const swap = (place: number, other: number) =>
    setLines(lines.map((line, index) => lines[index === place ? other : index === other ? place : index] ?? line))
  const save = (event: FormEvent) => {
    event.preventDefault()
    setIsTried(true)
    if (problems.at.size > 0 || problems.whole !== undefined || arrange.isPending) return
    const body = { ...namesOf(lines), version: gallery.version }
    arrange.mutate(
      { params: { galleryId: gallery.id }, body },
      {
        onSuccess: onClose,
        onError: (error) => {
          const current = savedMeanwhile(error)
          if (current) {
            setLines((typed) => broughtTogether(typed, gallery.sets, current.sets))
            setGallery(current)
          }
          toast({
            title: 'Sets not saved',
            description: current
              ? 'The gallery was changed in another tab or by someone else meanwhile. Nothing that you typed is lost: look the sets over and save them again.'
              : sentenceOf(error),
          })
        },
      },
    )
  }

  return (
    <Dialog
      open
      title="Sets"
      description="Parts of the gallery that visitors can go through one by one, in this order."
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="accent" busy={arrange.isPending} busyLabel="Saving...">
            Save sets
          </Button>
        </>
      }
    >
      <Form id={formId} onSubmit={save}>
        <List aria-label="Sets">
          {lines.map(({ key, id, name }, place) => {
            const called = name.trim() || `set ${String(place + 1)}`
            const held = id === null ? undefined : photos?.filter(({ setId }) => setId === id).length
            return (
              <li key={key}>
                <Row gap="1" flexWrap="nowrap" alignItems="flex-start">
                  <Box flex="1">
                    <Field
                      label={<Hidden>Name of set {place + 1}</Hidden>}
                      hint={held !== undefined && countOf(held, 'photo')}
                      error={isTried ? problems.at.get(place) : undefined}
                    >
                      <Input
                        value={name}
                        maxLength={limits.gallery.setNameLength}
                        placeholder="Ceremony"
                        onChange={({ currentTarget: { value } }) =>
                          setLines(lines.map((line) => (line.key === key ? { ...line, name: value } : line)))
                        }
                      />
                    </Field>
                  </Box>
                  <IconButton label={`Move ${called} up`} ended={place === 0} onClick={() => swap(place, place - 1)}>
                    <ArrowUp aria-hidden />
                  </IconButton>
                  <IconButton
                    label={`Move ${called} down`}
                    ended={place === lines.length - 1}
                    onClick={() => swap(place, place + 1)}
                  >
                    <ArrowDown aria-hidden />
                  </IconButton>
                  <IconButton
                    label={`Delete ${called}`}
                    onClick={() => setLines(lines.filter((line) => line.key !== key))}
                  >
                    <Trash2 aria-hidden />
                  </IconButton>
                </Row>
              </li>
            )
          })}
        </List>
        <Row>
          <Button
            size="sm"
            disabled={lines.length >= limits.gallery.mostSets}
            onClick={() => setLines([...lines, newLine()])}
          >
            <Plus aria-hidden />
            Add a set
          </Button>
        </Row>
        {isTried && problems.whole !== undefined && (
          <Text role="alert" color="danger">
            {problems.whole}
          </Text>
        )}
        {deleted.length > 0 && (
          <Text textStyle="small" color="ink.muted" role="status">
            {`${deleted.map(({ name }) => `“${name}”`).join(', ')} will be deleted. The photos stay in the gallery.`}
          </Text>
        )}
      </Form>
    </Dialog>
  )
}
