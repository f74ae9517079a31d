/* Loaded into a server (LD_PRELOAD): each wait for the disk takes as many milliseconds longer as the file says that
   SLOW_DISK names. Without the file nothing changes. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void wait_longer(void) {
  const char *name = getenv("SLOW_DISK");
  FILE *file = name == NULL ? NULL : fopen(name, "r");
  int ms = 0;
  if (file == NULL) return;
  if (fscanf(file, "%d", &ms) != 1) ms = 0;
  fclose(file);
  struct timespec left = {ms / 1000, (ms % 1000) * 1000000L};
  while (nanosleep(&left, &left) != 0 && errno == EINTR) {
  }
}

static int call(const char *name, int fd) {
  int (*original)(int) = (int (*)(int))dlsym(RTLD_NEXT, name);
  wait_longer();
  return original(fd);
}

int fsync(int fd) { return call("fsync", fd); }
int fdatasync(int fd) { return call("fdatasync", fd); }
