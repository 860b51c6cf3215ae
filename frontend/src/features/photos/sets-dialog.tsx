import { chakra } from '@chakra-ui/react'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { sentenceOf } from '#frontend/shared/api/api-error.ts'
import { countOf } from '#frontend/shared/format/counts.ts'
import { FormDialog } from '#frontend/shared/forms/form-dialog.tsx'
import { useForm } from '#frontend/shared/forms/use-form.ts'
import { useSavedMeanwhile } from '#frontend/shared/galleries/own-galleries.ts'
import { Button, IconButton } from '#frontend/ui/button.tsx'
import { Field, Input } from '#frontend/ui/field.tsx'
import { Box, Hidden, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { useFocusNeighbour } from '#frontend/ui/use-focus-neighbour.ts'
import { ArrangeSets, type OwnGallery } from '#schema/api/galleries.ts'
import type { OwnPhoto } from '#schema/api/photos.ts'
import { limits } from '#schema/limits.ts'
import { useArrangeSets } from './queries.ts'
import { linesIn, newLine, type SetLine, textOfLines, textOfSets } from './set-lines.ts'

const List = chakra('ol', { base: { listStyle: 'none', display: 'flex', flexDirection: 'column', gap: '4' } })

/** What is sent of the lines. */
const bodyOf = (lines: readonly SetLine[], version: number) => ({
  version,
  sets: lines.map(({ id, name }) => ({ id, name })),
})
/** What is wrong with each name, by its place. */
const problemsOf = (lines: readonly SetLine[]): ReadonlyMap<unknown, string> =>
  new Map(ArrangeSets.safeParse(bodyOf(lines, 0)).error?.issues.map(({ path: [, place], message }) => [place, message]))

type SetsDialogProps = {
  gallery: OwnGallery
  /** `undefined` while not all of them are loaded: how many a set has is not said then. */
  photos: readonly OwnPhoto[] | undefined
  onClose: () => void
}

/** The sets of a gallery: made, named, put into order, deleted; nothing before it is saved. */
export const SetsDialog = ({ gallery: opened, photos, onClose }: SetsDialogProps) => {
  // Of the moment the lines were filled: one that is loaded anew behind them must not lend its version to old sets.
  const [gallery, setGallery] = useState(opened)
  const [isTried, setIsTried] = useState(false)
  const arrange = useArrangeSets()
  const savedMeanwhile = useSavedMeanwhile()
  const form = useForm({
    initial: { lines: textOfSets(gallery.sets) },
    schema: ArrangeSets,
    bodyOf: (typed) => bodyOf(linesIn(typed.lines, gallery.sets), gallery.version),
    send: async (body) => {
      await arrange.mutateAsync({ params: { galleryId: gallery.id }, body })
      // Without this form the dialog was closed meanwhile, and may be open again with what was typed since.
      if (form.form.current) onClose()
    },
    onInvalid: () => setIsTried(true),
    onRefusal: (error) => {
      const current = savedMeanwhile(error)
      if (current) setGallery(current)
      toast({
        title: 'Sets not saved',
        description: current
          ? 'The gallery was changed in another tab or by someone else meanwhile. Nothing that you typed is lost: look the sets over and save them again.'
          : sentenceOf(error),
      })
    },
    draft: { key: `sets of ${opened.id}`, isOnce: true },
  })
  const keepsFocus = useFocusNeighbour()
  const lines = linesIn(form.values.lines, gallery.sets)
  const become = (next: readonly SetLine[]) => form.set('lines', textOfLines(next, gallery.sets))
  const problems = problemsOf(lines)
  const deleted = gallery.sets.filter(({ id }) => lines.every((line) => line.id !== id))
  const swap = (place: number, other: number) =>
    become(lines.map((line, index) => lines[index === place ? other : index === other ? place : index] ?? line))

  return (
    <FormDialog
      form={form}
      title="Sets"
      description="Parts of the gallery that visitors can go through one by one, in this order."
      action="Save sets"
      busyLabel="Saving..."
      onClose={onClose}
    >
      <Stack {...keepsFocus}>
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
                      error={isTried ? problems.get(place) : undefined}
                    >
                      <Input
                        value={name}
                        maxLength={limits.gallery.setNameLength}
                        placeholder="Ceremony"
                        onChange={({ currentTarget: { value } }) =>
                          become(lines.map((line) => (line.key === key ? { ...line, name: value } : line)))
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
                    onClick={() => become(lines.filter((line) => line.key !== key))}
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
            ended={lines.length >= limits.gallery.mostSets}
            onClick={() => become([...lines, newLine()])}
          >
            <Plus aria-hidden />
            Add a set
          </Button>
        </Row>
      </Stack>
      {deleted.length > 0 && (
        <Text textStyle="small" color="ink.muted" role="status">
          {`${deleted.map(({ name }) => `“${name}”`).join(', ')} will be deleted. The photos stay in the gallery.`}
        </Text>
      )}
    </FormDialog>
  )
}
