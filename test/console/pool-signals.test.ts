import { LIMITS } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { describeConsole } from './describe-console.ts';
import { handOf, LOOKS } from './hand-of.ts';
import { takePicture } from './looks-right.ts';
import { askPool, makePool, poolIsRead } from './make-pool.ts';

describeConsole('what is asked of a pool by hand', (inConsole) => {
  it.each(LOOKS)('nothing is sent by a slip of $by; a signal can be taken back, after a reload too', async (look) => {
    const made = await makePool(inConsole.world, `aFRR ${look.by}`, [`Battery ${look.by}`, `Brewery ${look.by}`]);
    const options = { path: `/pools/${made.poolId}`, credentials: made.desk, ...look };
    const page = await inConsole.signIn(options);
    const { press, pressTwice } = handOf(page, look.by);
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/signal') && request.method() !== 'GET') sent.push(request.method());
    });
    await page.getByText('400 kW available of 400 kW booked').first().waitFor();
    const [slider, power] = [page.getByRole('slider'), page.getByRole('textbox', { name: /^Power in kW/ })];
    const [dialog, review] = [page.getByRole('alertdialog'), page.getByRole('button', { name: 'Review…' })];
    const isArmed = async () => {
      await expect.poll(() => dialog.getByRole('button', { name: 'Send' }).isEnabled()).toBe(true);
    };
    const isClosed = () => dialog.waitFor({ state: 'detached' });
    if (look.by === 'touch') await slider.tap({ position: { x: 20, y: 8 } });
    else await slider.click({ position: { x: 20, y: 8 } });
    for (const key of ['Home', 'ArrowRight', 'ArrowRight', 'ArrowRight', 'PageUp', 'End']) await slider.press(key);
    await expect.poll(() => power.inputValue()).toBe('400');
    await power.press('Enter');
    await dialog.getByText('0 → 400 kW').waitFor();
    // Enter answers with what is safe, once the question has been there for a moment.
    await isArmed();
    await page.keyboard.press('Enter');
    await isClosed();
    await power.fill('1,500');
    await page.getByText(/“1,500” .*1500.*1\.5/).waitFor();
    await power.press('Enter');
    await expect(review.isDisabled()).resolves.toBe(true);
    await power.fill('300');
    await pressTwice(review);
    await dialog.getByText('0 → 300 kW').waitFor();
    await isArmed();
    await press(dialog.getByRole('button', { name: 'Cancel' }));
    await isClosed();
    // What is sent would be known once the pool is read again.
    await page.waitForResponse((answer) => answer.url().endsWith('/signal'));
    expect(sent).toEqual([]);
    await page.reload();
    await askPool(page, '100', { press });
    await page.getByText('✓ Signal 1: asked for 100 kW').waitFor();
    await askPool(page, '150', { press });
    await page.getByText('✓ Signal 2: asked for 150 kW').waitFor();
    await page.reload();
    await poolIsRead(page);
    await press(page.getByRole('button', { name: 'Take back…' }));
    await dialog.getByText('150 → 100 kW').waitFor();
    await takePicture(page, `pool-take-back-${look.by}`);
    await press(page.getByRole('button', { name: 'Take back', exact: true }));
    await page.getByText('✓ Signal 2 taken back: 100 kW import, as before it, is asked for again').waitFor();
    await page.reload();
    await poolIsRead(page);
    await press(page.getByRole('button', { name: 'Take back…' }));
    await dialog.getByText('100 → 0 kW').waitFor();
    await press(page.getByRole('button', { name: 'Take back', exact: true }));
    await page.getByText('✓ Signal 3 taken back: the pool is asked for nothing').waitFor();
    await pressTwice(page.getByRole('button', { name: /^Stop/ }).last());
    await page.getByRole('textbox', { name: /^Reason/ }).fill('works at the transformer');
    await press(dialog.getByRole('button', { name: 'Stop this pool', exact: true }));
    await page.getByText('✓ The pool is held.').waitFor();
    const open = await inConsole.world.openHolds(made.poolId);
    expect(open.map(({ reason }) => reason)).toEqual(['works at the transformer']);
    for (const { holdId } of open) await inConsole.world.operator.holds.release(holdId);
    expect(sent).toEqual(['POST', 'POST', 'DELETE', 'DELETE']);
  });

  it('who sends the signals is seen; the seat is taken over with a reason, and given back', async () => {
    const { world } = inConsole;
    const made = await makePool(world, 'aFRR seat', ['Battery seat', 'Brewery seat']);
    const validUntil = new Date(Date.now() + 600_000).toISOString();
    await world.operator.pools.putSignal(made.poolId, { kW: 50, sequence: LIMITS.maxSequence, validUntil });
    const page = await inConsole.signIn({ path: `/pools/${made.poolId}`, credentials: made.desk });
    const seat = page.getByRole('group', { name: 'Sender of signals' });
    await seat.getByText(/^operator has sent the signals of this pool/).waitFor();
    const review = page.getByRole('button', { name: 'Review…' });
    await expect(review.isDisabled()).resolves.toBe(true);
    await expect(page.getByRole('button', { name: 'Take back…' }).count()).resolves.toBe(0);
    await seat.getByRole('button', { name: /^Take over/ }).click();
    const confirm = page.getByRole('alertdialog').getByRole('button', { name: 'Take over', exact: true });
    const reason = page.getByRole('textbox', { name: /^Reason/ });
    await reason.fill('never meant');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await reason.waitFor({ state: 'detached' });
    await seat.getByRole('button', { name: /^Take over/ }).click();
    await expect(reason.inputValue()).resolves.toBe('');
    await reason.fill('the line is down');
    await takePicture(page, 'pool-seat');
    await confirm.click();
    await seat.getByText(/^You have sent the signals of this pool for .*: the line is down$/).waitFor();
    await askPool(page, '100');
    await page.getByText('asked for 100 kW').first().waitFor();
    await expect(world.operator.pools.putSignal(made.poolId, { kW: 60, sequence: 99, validUntil })).rejects.toThrow(
      /has the seat of this pool/,
    );
    await seat.getByRole('button', { name: 'Give back the seat' }).click();
    await seat.getByText('The next sender gets the seat of this pool.').waitFor();
  });
});
