import type { ReactNode, Ref } from 'react'
import { countOf } from '#frontend/shared/format/counts.ts'
import { Field, Input, Select } from '#frontend/ui/field.tsx'
import { Stack } from '#frontend/ui/layout.tsx'
import { Skeleton } from '#frontend/ui/surface.tsx'
import type { OwnGallery } from '#schema/api/galleries.ts'
import type { GalleryChoices } from './gallery-choices.ts'

type GallerySelectProps = {
  choices: GalleryChoices
  label: string
  /** What stands first, for no choice. */
  none: string
  value: string
  onChange: (galleryId: string) => void
  textOf?: (gallery: OwnGallery) => string
  hint?: ReactNode
  error?: ReactNode
  required?: boolean
  disabled?: boolean
  /** The list itself, to be given the focus. */
  ref?: Ref<HTMLSelectElement>
}

const foundText = ({ isSearching, found }: GalleryChoices): string => {
  if (isSearching || found === undefined) return 'Looking…'
  return found === 0 ? 'No gallery has these words in its title.' : `${countOf(found, 'gallery', 'galleries')} found.`
}

/** Chooses one of the own galleries; who has more than a list holds finds them by words. */
export const GallerySelect = (props: GallerySelectProps) => {
  const { choices, label, none, value, onChange, textOf = ({ title }) => title, ref, ...field } = props
  const { options, hasMore, words, setWords } = choices
  return (
    <Stack gap="3">
      {hasMore && (
        <Field
          label="Find a gallery"
          hint={
            <span role="status">
              {words.trim() === ''
                ? 'The list has your newest galleries. Words of a title find the others.'
                : foundText(choices)}
            </span>
          }
        >
          <Input
            type="search"
            value={words}
            maxLength={100}
            autoComplete="off"
            disabled={field.disabled ?? false}
            onChange={({ currentTarget }) => setWords(currentTarget.value)}
            // Enter would send the form around it.
            onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          />
        </Field>
      )}
      <Field label={label} hint={field.hint} error={field.error} required={field.required ?? false}>
        {options ? (
          <Select
            ref={ref}
            value={value}
            disabled={field.disabled ?? false}
            onChange={({ currentTarget }) => onChange(currentTarget.value)}
          >
            <option value="">{none}</option>
            {options.map((gallery) => (
              <option key={gallery.id} value={gallery.id}>
                {textOf(gallery)}
              </option>
            ))}
          </Select>
        ) : (
          <Skeleton height="11" />
        )}
      </Field>
    </Stack>
  )
}
