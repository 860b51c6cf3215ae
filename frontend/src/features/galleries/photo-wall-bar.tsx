import { memo } from 'react'
import { Button } from '#frontend/ui/button.tsx'
import { Field, Input } from '#frontend/ui/field.tsx'
import { Flex, Hidden, Row } from '#frontend/ui/layout.tsx'
import { photosAnchor } from './gallery-cover.tsx'
import { type View, ViewSwitch } from './view-switch.tsx'

/** On the narrowest phones the search has a line of its own: what it asks for is read whole. */
const narrow = {
  '@media (max-width: 22.5rem)': { flexWrap: 'wrap', '& > [data-search]': { flexBasis: '100%', maxWidth: '100%' } },
} as const

type WallBarProps = {
  isSearchable: boolean
  text: string
  onText: (text: string) => void
  isOwn: boolean
  isChoosing: boolean
  onChoosing: (isChoosing: boolean) => void
  view: View
  onView: (view: View) => void
}

/** Above the photos of a gallery: what looks for some of them, begins to choose, and shows them as a grid or a list. */
export const WallBar = memo(
  ({ isSearchable, text, onText, isOwn, isChoosing, onChoosing, view, onView }: WallBarProps) => (
    <Row
      id={photosAnchor}
      scrollMarginTop="24"
      marginTop="8"
      marginBottom="5"
      gap="2"
      flexWrap="nowrap"
      alignItems="flex-end"
      css={narrow}
    >
      <Flex data-search flex="1 1 8rem" maxWidth="20rem" marginInlineEnd="auto">
        {isSearchable && (
          <Field label={<Hidden>Search in this gallery</Hidden>}>
            <Input
              type="search"
              placeholder="Search photos"
              value={text}
              maxLength={100}
              onChange={(event) => onText(event.currentTarget.value)}
            />
          </Field>
        )}
      </Flex>
      {!isOwn && (
        <Button
          variant={isChoosing ? 'chosen' : 'outline'}
          paddingInline={{ base: '3', sm: '5' }}
          aria-pressed={isChoosing}
          onClick={() => onChoosing(!isChoosing)}
        >
          Select
        </Button>
      )}
      <ViewSwitch view={view} onChange={onView} />
    </Row>
  ),
)
