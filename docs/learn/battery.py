"""The controller of a site with one battery of 100 kW and 200 kWh."""
import itertools, json, os, random, sys, threading, time, types, uuid
from datetime import datetime, timezone
import paho.mqtt.client as mqtt

SITE, FILE, RATED_KW, CAPACITY_KWH = os.environ["SITE_ID"], "schedule.json", 100.0, 200.0
PACE = float(os.environ.get("PACE", 1))  # Waits are shorter by this factor; for tests.
lock = threading.Lock()  # Messages arrive in another thread.
my = types.SimpleNamespace(schedule=None, plan={}, hold=None, connected_at=time.monotonic(), session="", kw=0, soc=50, sent=None,
                           offers=[], takes=[], order=None)
FOLLOWED = ("bess", "activePowerkW"), ("grid", "afrrActivationkW"), ("grid", "afrrImportBookingkW"), ("grid", "afrrExportBookingkW")

def take(text, is_new=True):  # Understands the whole snapshot or raises. Rejects what it cannot do, applies the rest.
    snapshot, instant = json.loads(text), datetime.fromisoformat
    spans = {(command["asset"], command["type"]): [
        (instant(entry["startAt"]), instant(entry["endAt"]), float(entry["value"])) for entry in command["entries"]
    ] for command in snapshot["commands"]}
    for entries in spans.values():
        edges = [edge for start, end, _ in entries for edge in (start, end)]
        if edges != sorted(edges):
            raise ValueError("entries overlap")
    plan, hold, revision = {pair: spans.pop(pair, []) for pair in FOLLOWED}, snapshot["holdSeconds"], snapshot["revision"]
    rejected = [{"asset": asset, "type": kind, "code": "unsupported"} for asset, kind in spans]
    if is_new:
        with open(FILE + ".new", "wb") as file:  # A full disk raises: the schedule before stays.
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(FILE + ".new", FILE)  # A power cut leaves the old one or the new one.
    my.schedule, my.plan, my.hold = {"revision": revision, "rejected": rejected}, plan, hold
    my.offers = snapshot.get("offers", [])

def take_order(text):  # In the place of the activation that is set, until it ends; the clock may be set meanwhile.
    order = json.loads(text)
    until = datetime.fromisoformat(order["validUntil"])
    lasts = min(910, (until - datetime.now(timezone.utc)).total_seconds())
    is_same_pool = my.order and my.order[4] == order.get("poolId")
    is_old = is_same_pool and datetime.now(timezone.utc) < my.order[1] and order["sequence"] < my.order[3]
    if order["service"] == "afrr" and not is_old:
        my.order = float(order["kW"]), until, time.monotonic() + lasts, order["sequence"], order.get("poolId")

def tick():  # Decides anew every second: nothing outlives its end, and a clock that jumps does no harm.
    now = datetime.now(timezone.utc)
    is_lost = my.hold is not None and time.monotonic() - my.connected_at > my.hold
    setpoint, activation, imports, exports = (
        next((value for start, end, value in my.plan.get(pair, []) if start <= now < end and not is_lost), 0.0) for pair in FOLLOWED)
    if my.order and now < my.order[1] and time.monotonic() < my.order[2] and not is_lost:
        activation = my.order[0]
    wanted = setpoint - max(-exports, min(imports, activation))  # Import charges; no more than is booked.
    my.kw = max(-RATED_KW, min(RATED_KW, wanted))  # Positive is discharge.
    my.soc = max(0.0, min(100.0, my.soc - my.kw / 3600 / CAPACITY_KWH * 100))

def report():
    battery = {"uid": "battery", "node_type": "Device", "device_type": "bess", "children": [], "active_power_kw": my.kw,
               "rated_power_upper_limit_kW": RATED_KW, "rated_power_lower_limit_kW": -RATED_KW,
               "rated_energy": CAPACITY_KWH, "soc": my.soc}
    sent = client.publish(f"sites/v1/{SITE}/report", qos=1, payload=json.dumps(
        {"session": my.session, "sequence": next(my.sequence), "sentAt": datetime.now(timezone.utc).isoformat(),
         "schedule": my.schedule, "devices": battery, "takes": my.takes}))
    if my.sent is None or my.sent[0].is_published():
        my.sent = (sent, time.monotonic())

def on_connect(client, userdata, flags, reason, properties):
    print("connected:", reason, flush=True)
    if reason.is_failure:
        return
    with lock:
        my.session, my.sequence, my.sent, my.takes = str(uuid.uuid4()), itertools.count(1), None, []
        client.subscribe(f"sites/v1/{SITE}/schedule", qos=1)
        report()

def on_message(client, userdata, message):
    with lock:
        try:
            if message.topic.endswith("/order"):
                take_order(message.payload)
                return tick()
            take(message.payload)
            if "orders" in my.offers and not my.takes:
                client.subscribe(f"sites/v1/{SITE}/order")
                my.takes = ["orders"]
            tick()
        except (ValueError, KeyError, TypeError, OSError) as problem:
            print("not applied:", repr(problem), flush=True)
        report()

def wait_anew(*_):  # At random: a fleet must not come back all at once.
    longest = 15 if time.monotonic() - my.connected_at < 300 else 60
    wait = random.uniform(1, longest) / PACE
    print(f"not connected ({sys.exc_info()[1] or 'cut off'}); next attempt in {wait:.1f} s", flush=True)
    client.reconnect_delay_set(wait, wait)

if os.path.exists(FILE):
    try:
        take(open(FILE, "rb").read(), is_new=False)
    except (ValueError, KeyError, TypeError) as problem:
        print("the schedule on disk is damaged:", repr(problem), flush=True)
client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2, client_id=SITE)
client.username_pw_set(SITE, os.environ["CONTROLLER_KEY"])
client.on_connect, client.on_message = on_connect, on_message
client.on_disconnect, client.on_connect_fail = wait_anew, wait_anew
address = os.environ.get("MQTT_HOST", "127.0.0.1"), int(os.environ.get("MQTT_PORT", "1883"))
client.connect_async(*address, keepalive=int(30 / PACE))
client.loop_start()
for second in itertools.count(1):
    time.sleep(1)
    with lock:
        tick()
        if not client.is_connected():
            continue
        my.connected_at = time.monotonic()
        if my.sent and not my.sent[0].is_published() and time.monotonic() - my.sent[1] > 15 / PACE:
            client.socket().shutdown(2)  # Nobody hears us: connect anew.
        elif second % max(1, round(30 / PACE)) == 0:
            report()
