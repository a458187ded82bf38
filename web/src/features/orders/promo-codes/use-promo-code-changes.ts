import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../../api/call-error.ts';
import { api } from '../../../api/client.ts';
import { type PromoCode, promoCodesKey } from './orders.promo-codes.api.ts';
import { type PromoCodeValues, writeCodeChange, writeNewCode } from './promo-code-values.ts';
import { toast } from '../../../ui/overlays/toast.ts';

export interface CodesView {
  eventId: number;
  userId: number;
}

/** No toast shows an error, because the form does. */
export function useSaveCode({ eventId, userId }: CodesView, code: PromoCode | null, timeZone: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (values: PromoCodeValues) => {
      if (!code) {
        const body = writeNewCode(values, timeZone);
        return (await api('POST /events/:id/promo-codes', { params: { id: eventId }, body })).promo_code;
      }
      const body = writeCodeChange(values, code, timeZone);
      // Without changed fields, send nothing, because the server would refuse the request.
      return Object.keys(body).length === 0 ? code : changeCode(eventId, code.id, body);
    },
    onSuccess: (saved) => toast.success(code ? `${saved.code} is saved` : `${saved.code} is ready to share`),
    onSettled: () => queryClient.invalidateQueries({ queryKey: promoCodesKey(eventId, userId) }),
  });
}

/** Ends a promo code, or lets buyers use an ended code again. */
export function useEndCode({ eventId, userId }: CodesView) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ code, ended }: { code: PromoCode; ended: boolean }) =>
      changeCode(eventId, code.id, { ended }),
    onSuccess: (code, { ended }) =>
      toast.success(ended ? `${code.code} has ended` : `${code.code} is open again`),
    onError: (error) => toast.error(messageOf(error, 'Please try again.')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: promoCodesKey(eventId, userId) }),
  });
}

async function changeCode(
  id: number,
  codeId: number,
  body: ReturnType<typeof writeCodeChange>,
): Promise<PromoCode> {
  return (await api('PATCH /events/:id/promo-codes/:codeId', { params: { id, codeId }, body })).promo_code;
}
