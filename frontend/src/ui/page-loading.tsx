import { Column, Stack } from './layout.tsx'
import { BarePage, LoadingHeading } from './page.tsx'
import { Skeleton } from './surface.tsx'

/** The shape of any page, while its code or its session is on the way. */
export const PageLoading = () => (
  <BarePage title={undefined} loading>
    <Column paddingTop={{ base: '10', md: '14' }} minHeight="100dvh">
      <LoadingHeading>Loading</LoadingHeading>
      <Stack gap="5">
        <Skeleton height="10" maxWidth="24rem" />
        <Skeleton height="5" maxWidth="36rem" />
        <Skeleton height="40vh" marginTop="6" />
      </Stack>
    </Column>
  </BarePage>
)
