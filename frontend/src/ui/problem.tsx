import { Text } from './layout.tsx'

/** What went wrong, said where it was asked for. */
export const Problem = ({ text }: { text: string }) => (
  <Text textStyle="small" color="danger" role="alert">
    {text}
  </Text>
)
