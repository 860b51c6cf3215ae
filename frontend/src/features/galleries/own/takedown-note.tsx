import { ButtonLink } from '#frontend/ui/button.tsx'
import { Row, Stack, Text } from '#frontend/ui/layout.tsx'
import type { OwnGallery } from '#schema/api/galleries.ts'
import { paths } from '#schema/paths.ts'

/** Why visitors cannot open a gallery that the operator took down, and where to object: nothing its owner sets helps. */
export const TakedownNote = ({ takedown }: { takedown: NonNullable<OwnGallery['takedown']> }) => (
  <Stack gap="4">
    <Text>Visitors cannot open this gallery. Darkslide took it down: {takedown.reason}</Text>
    <Text>Only Darkslide can show it again. If you think that this is a mistake, tell us.</Text>
    <Row>
      <ButtonLink to={paths.contact()}>Write to us</ButtonLink>
    </Row>
  </Stack>
)
