import { useQuery } from '@tanstack/react-query'
import { Installation, installationFile } from '#schema/installation.ts'

/** The operator of this site, and the operator's own texts. */
export const useInstallation = () =>
  useQuery({
    queryKey: ['installation'],
    queryFn: async ({ signal }) => {
      const answer = await fetch(`/${installationFile}`, { signal })
      return Installation.parse(await answer.json())
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
