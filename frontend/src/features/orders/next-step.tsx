import type { ReactNode } from 'react'
import { Box, Flex, Text } from '#frontend/ui/layout.tsx'

type NextStepProps = { icon: ReactNode; title: string; children: ReactNode; action?: ReactNode }

/** Something that a buyer may want to do, or know, after the purchase. */
export const NextStep = ({ icon, title, children, action }: NextStepProps) => (
  <Flex gap="4">
    <Box color="accent.text" paddingTop="1" aria-hidden>
      {icon}
    </Box>
    <div>
      <Text fontWeight="medium">{title}</Text>
      <Text textStyle="small" color="ink.muted">
        {children}
      </Text>
      {action}
    </div>
  </Flex>
)
